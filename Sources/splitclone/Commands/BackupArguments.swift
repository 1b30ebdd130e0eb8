import ArgumentParser
import Bookkeeping
import Cryptography
import FolderFormat
import Glibc
import LedgerCore
import SQLiteStore

/// Where the passphrase of sealed backups is: never on the command line, where others see it.
struct PassphraseOption: ParsableArguments {
    static let setting = "SPLITCLONE_BACKUP_PASSPHRASE_FILE"
    static let credential = "splitclone-backup-passphrase"

    @Option(help: ArgumentHelp("A file whose first line is the passphrase.", valueName: "file"))
    var passphraseFile: String?

    func read(_ settings: Settings) throws -> String {
        guard let path = Self.file(passphraseFile, settings) else {
            throw CommandFailure(
                .askedWrongly, "there is no passphrase for the backup",
                hint: "--passphrase-file FILE, or \(Self.setting), names a file with it")
        }
        return try ServerBackups.passphrase(in: path)
    }

    /// The flag, the setting, or what systemd hands over.
    static func file(_ flag: String?, _ settings: Settings) -> String? {
        if let path = settings.text(flag, setting) { return Machine.absolute(path) }
        guard let handed = Environment["CREDENTIALS_DIRECTORY"].map({ $0 + "/" + credential }) else { return nil }
        return access(handed, R_OK) == 0 ? handed : nil
    }
}

enum LedgerArgument {
    static func id(_ text: String) throws -> LedgerID {
        guard let id = LedgerID(text) else { throw CommandFailure(.askedWrongly, "“\(text)” is no id of a ledger") }
        return id
    }
}

/// Backups as files, for the commands.
enum BackupFiles {
    static func isSealed(_ path: String) throws -> Bool {
        try FileSource(path).read(SealedStream.beginning.count) == SealedStream.beginning
    }

    static func read(_ path: String) throws -> BackupFile {
        let source = try FileSource(path)
        return try BackupFile(decoding: try source.read(source.length))
    }

    /// - Parameter ids: `nil`: all.
    static func write(
        _ ids: [LedgerID]?, of store: Store, to path: String
    ) async throws -> BackupMaking.Report {
        let draft = try FileDraft(path)
        let report = try await BackupMaking(store).write(
            ids, exportedAt: Machine.world.now(), device: .none, appVersion: Version.text
        ) { try draft.write($0) }
        try draft.commit()
        return report
    }

    static func parent(of path: String) -> String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }
}
