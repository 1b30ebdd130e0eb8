package import Cryptography
package import LedgerCore
package import SQLiteStore

extension ServerBackup {
    /// Makes a backup of a data directory, beside a running server or without one, and puts it at `path` only after it was
    /// restored into a scratch directory beside it and found to hold what the copy held. Killed at any moment it leaves no
    /// half file under that name. Blocks: not for an event loop.
    ///
    /// - Parameter masterKey: of the directory.
    package static func make(
        of data: DataDirectory, masterKey: SymmetricKey, at path: String, passphrase: String, now: Instant,
        appVersion: String
    ) async throws -> Manifest {
        guard !passphrase.isEmpty else { throw ServerBackupFault.emptyPassphrase }
        let parent = parent(of: path)
        let scratch = try inBackup { try ScratchDirectory(in: parent) }
        let copy = try DataDirectory(scratch.path)
        try StoreCopy.make(of: data, in: copy)
        let (ledgers, damaged) = try await look(into: copy, masterKey)
        let database = try inBackup { try FileSource(copy.database) }
        let manifest = Manifest(
            createdAt: now, appVersion: appVersion, masterKey: masterKey,
            tls: try inBackup { try TLSFiles(of: data) }, databaseBytes: database.length, ledgers: ledgers,
            damagedLedgers: damaged)
        let draft = try inBackup { try FileDraft(path) }
        try inBackup { try seal(manifest, database, passphrase, into: draft) }
        let proven = try await verify(try inBackup { try draft.sync() }, passphrase: passphrase, scratchIn: parent)
        guard proven.tls == manifest.tls else {
            throw ServerBackupFault.notProven("the authority for https is not what it was")
        }
        try inBackup { try draft.commit() }
        return manifest
    }

    /// Restores a backup into a scratch directory, and compares what every ledger comes to with what the backup says. Blocks.
    package static func verify(
        _ path: String, passphrase: String, scratchIn parent: String
    ) async throws -> Manifest {
        let scratch = try inBackup { try ScratchDirectory(in: parent) }
        let directory = try DataDirectory(scratch.path)
        let manifest = try unseal(path, passphrase, into: directory)
        let found = try await look(into: directory, manifest.masterKey)
        guard found.damaged == manifest.damagedLedgers else {
            throw ServerBackupFault.notProven("\(found.damaged) ledgers can not be read")
        }
        guard found.ledgers == manifest.ledgers else {
            throw ServerBackupFault.notProven("a ledger does not come to what it was")
        }
        return manifest
    }

    /// Puts what is in a backup into a directory that has no database yet: the keys first, and the database, which makes it
    /// a server's, last. Begun again after a power cut it ends the same. Blocks.
    package static func restore(
        _ path: String, passphrase: String, into directory: DataDirectory
    ) async throws -> Manifest {
        guard !directory.hasDatabase else { throw ServerBackupFault.occupied(path: directory.path) }
        let manifest = try await verify(path, passphrase: passphrase, scratchIn: directory.path)
        try MasterKey.keep(manifest.masterKey, in: directory)
        guard try MasterKey.key(for: directory) == manifest.masterKey else {
            throw ServerBackupFault.occupied(path: directory.masterKey)
        }
        try inBackup { try manifest.tls.keep(in: directory) }
        return try unseal(path, passphrase, into: directory)
    }

    /// Opens what a directory holds: every key, every piece, every event; and every page of the file before.
    private static func look(
        into directory: DataDirectory, _ key: SymmetricKey
    ) async throws -> (ledgers: [Content], damaged: Int) {
        let store = try Store(directory, masterKey: MasterKey(key), for: .command)
        defer { store.close() }
        if let fault = try directory.faults(key).first { throw ServerBackupFault.notProven(fault) }
        return try await contents(of: store)
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}

// MARK: - Bytes

extension ServerBackup {
    private static func seal(
        _ manifest: Manifest, _ database: FileSource, _ passphrase: String, into draft: FileDraft
    ) throws {
        var sealer = StreamSealer(passphrase: passphrase)
        try draft.write(sealer.header)
        var waiting = manifest.line
        while true {
            let part = try database.read(SealedStream.frameBytes)
            waiting += part
            while waiting.count > SealedStream.frameBytes {
                try draft.write(sealer.seal(Array(waiting.prefix(SealedStream.frameBytes)), isLast: false))
                waiting.removeFirst(SealedStream.frameBytes)
            }
            if part.count < SealedStream.frameBytes { break }
        }
        try draft.write(sealer.seal(waiting, isLast: true))
    }

    /// Writes the database of a backup; it is there whole or not at all.
    private static func unseal(
        _ path: String, _ passphrase: String, into directory: DataDirectory
    ) throws -> Manifest {
        try inBackup {
            var frames = try SealedFrames(path, passphrase: passphrase)
            var text: [UInt8] = []
            while !text.contains(UInt8(ascii: "\n")) {
                guard text.count < Manifest.mostBytes, let part = try frames.next() else {
                    throw ServerBackupFault.notABackup
                }
                text += part
            }
            let end = text.firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
            let manifest = try Manifest(decoding: Array(text[..<end]))
            let draft = try FileDraft(directory.database)
            var rest: [UInt8]? = Array(text[(end + 1)...])
            var count = 0
            while let part = rest {
                try draft.write(part)
                count += part.count
                rest = try frames.next()
            }
            guard count == manifest.databaseBytes else {
                throw ServerBackupFault.damaged("its database is not as long as it says")
            }
            try draft.commit()
            return manifest
        }
    }
}

/// The plaintext of a sealed file, frame after frame.
private struct SealedFrames {
    private let source: FileSource
    private var opener: StreamOpener
    private var left: Int

    init(_ path: String, passphrase: String) throws {
        source = try FileSource(path)
        do throws(SealedStream.Fault) {
            let beginning = try? source.read(SealedStream.mostHeaderBytes)
            opener = try StreamOpener(beginning: beginning ?? [], passphrase: passphrase)
        } catch {
            throw ServerBackupFault(error)
        }
        left = source.length - opener.headerLength
        try source.goTo(opener.headerLength)
    }

    /// `nil` after the last.
    mutating func next() throws -> [UInt8]? {
        guard left > 0 else { return nil }
        let frame = try source.read(min(left, SealedStream.sealedFrameBytes))
        left -= frame.count
        do throws(SealedStream.Fault) {
            return try opener.open(frame, isLast: left == 0)
        } catch {
            throw ServerBackupFault(error)
        }
    }
}

extension ServerBackupFault {
    fileprivate init(_ fault: SealedStream.Fault) {
        self =
            switch fault {
            case .notSealed: .notABackup
            case .wrongPassphrase: .wrongPassphrase
            case .damaged: .damaged("its seal does not open")
            }
    }
}
