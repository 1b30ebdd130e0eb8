package import Cryptography
import FolderFormat
package import LedgerCore
package import Logging
package import SQLiteStore
import Synchronization

/// Backups of the whole server by the clock: made, proven, and the oldest removed. Each is a `ServerBackup`.
package final class ServerBackups: Sendable {
    package struct Plan: Sendable {
        package let directory: String
        package let passphraseFile: String
        /// Between two backups.
        package let interval: Duration
        package let retention: BackupRetention

        package init(directory: String, passphraseFile: String, interval: Duration, retention: BackupRetention) {
            self.directory = directory
            self.passphraseFile = passphraseFile
            self.interval = interval
            self.retention = retention
        }

        /// Read anew for each backup, so that a change counts from the next one on.
        package func passphrase() throws -> String { try ServerBackups.passphrase(in: passphraseFile) }
    }

    /// After a failure: soon enough for a disk that was full, and not in every log line.
    static let retryAfter = Duration.seconds(3_600)

    let plan: Plan
    private let data: DataDirectory
    private let masterKey: SymmetricKey
    private let appVersion: String
    let world: World
    /// Why the last one failed.
    let failure = Mutex<String?>(nil)
    private let log: Logger

    package init(
        _ plan: Plan, of data: DataDirectory, masterKey: SymmetricKey, appVersion: String, world: World, log: Logger
    ) {
        self.plan = plan
        self.data = data
        self.masterKey = masterKey
        self.appVersion = appVersion
        self.world = world
        self.log = log
    }

    /// Makes a backup whenever one is due, counted from the newest that is there, until the task is cancelled.
    package func goOn() async {
        while !Task.isCancelled {
            var pause = Self.retryAfter
            do {
                if try due() <= .zero { try await makeOne() }
                failure.withLock { $0 = nil }
                pause = max(try due(), .seconds(1))
            } catch {
                let reason = Self.reason(error)
                failure.withLock { $0 = reason }
                log.error("no backup was made", metadata: ["reason": "\(reason)"])
            }
            try? await Task.sleep(for: pause)
        }
    }

    /// How long until the next one.
    func due() throws -> Duration {
        try inBackup { try Directory.make(plan.directory) }
        guard let newest = try Self.made(in: plan.directory).last else { return .zero }
        let age = Duration.milliseconds(world.now().milliseconds - newest.milliseconds)
        // A clock that was set back makes none wait for longer than usual.
        return age < .zero ? .zero : plan.interval - age
    }

    func makeOne() async throws {
        let start = world.now()
        try inBackup {
            try FileDraft.sweep(plan.directory)
            try ScratchDirectory.sweep(plan.directory)
        }
        let manifest = try await ServerBackup.make(
            of: data, masterKey: masterKey, at: plan.directory + "/" + Self.name(start),
            passphrase: try plan.passphrase(), now: start, appVersion: appVersion)
        let removed = try removeOld()
        log.notice(
            "a backup was made and proven",
            metadata: [
                "ledgers": "\(manifest.ledgers.count)", "damaged": "\(manifest.damagedLedgers)",
                "bytes": "\(manifest.databaseBytes)", "removed": "\(removed)",
                "ms": "\(world.now().milliseconds - start.milliseconds)",
            ])
    }

    private func removeOld() throws -> Int {
        let obsolete = plan.retention.obsolete(try Self.made(in: plan.directory))
        for instant in obsolete {
            try inBackup { try Directory.removeFile(plan.directory + "/" + Self.name(instant)) }
        }
        return obsolete.count
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as ServerBackupFault: error.message
        case let error as StoreOpeningError: error.message
        case let error as Unavailable: error.message
        default: "\(error)"
        }
    }
}

// MARK: - Names

extension ServerBackups {
    private static let prefix = "splitclone-"
    private static let suffix = ".backup"

    /// `splitclone-20260514T120311123.backup`
    package static func name(_ instant: Instant) -> String {
        prefix + SegmentName(opened: instant, suffix: .jsonl).description.dropLast(".jsonl".count) + suffix
    }

    /// When the backups in a directory were made, oldest first. Other files there are none of ours.
    package static func made(in directory: String) throws -> [Instant] {
        try inBackup { try Directory.names(in: directory) }.compactMap { name in
            guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
            let stamp = name.dropFirst(prefix.count).dropLast(suffix.count)
            return SegmentName(stamp + ".jsonl")?.opened
        }
    }

    /// The first line of a file.
    package static func passphrase(in file: String) throws -> String {
        let text = try inBackup { try FileSource(file).read(4_096) }
        let line = text.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard !line.isEmpty else { throw ServerBackupFault.emptyPassphrase }
        return String(decoding: line, as: UTF8.self)
    }
}
