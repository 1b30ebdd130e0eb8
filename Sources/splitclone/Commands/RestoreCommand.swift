import Accounts
import ArgumentParser
import Bookkeeping
import FolderFormat
import LedgerCore
import LedgerSync
import Logging
import SQLiteStore
import SharedFolders

/// `splitclone restore`: ledgers into this server, or a whole server into a new data directory. No server may run on it.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Restore a backup of ledgers, or of a whole server into a new --data DIR.",
        discussion: """
            Of ledgers: `merge` adds what is not here, and may be repeated; `replace` leaves the account with the ledgers of \
            the file and no others, after writing what it has now into a file beside it. Through a running server it goes \
            by POST /api/v1/restore.

            Examples:
              splitclone restore books.json --dry-run
              splitclone restore books.json --mode replace --account Anna
              splitclone restore server.backup --passphrase-file words --data /srv/restored
            """)

    @Argument(help: "The backup: of ledgers or of a server.") var file: String
    @Option(help: "merge or replace (merge).") var mode: String?
    @Flag(help: "Only say what would be done.") var dryRun = false
    @Option(help: ArgumentHelp("Only this ledger of the file; repeatable.", valueName: "id")) var ledger: [String] = []
    @Option(help: ArgumentHelp("Whose the ledgers will be (the server's only owner).", valueName: "name"))
    var account: String?
    @OptionGroup var passphrase: PassphraseOption
    @OptionGroup var data: DataOption

    func run() throws {
        if try BackupFiles.isSealed(file) { return try restoreServer() }
        let wish = RestoreWish(try chosenMode(), ledgers: try ledger.map(LedgerArgument.id), isDryRun: dryRun)
        let settings = try data.settings()
        let oneDrive = try settings.oneDrive()
        let backup = try BackupFiles.read(file)
        let before = Machine.absolute(file) + ".before-restore.json"
        let report = try data.withStore(for: .serving) { [account] store in
            let transfer = CurlTransfer()
            defer { transfer.close() }
            let world = Machine.world
            let owner = try await Self.account(account, Doorkeeper(store: store, world: world))
            let reach = FolderReach(
                roots: FolderRoots([settings.data + "/folders"]), oneDrive: oneDrive, transfer: transfer)
            let sync = SyncEngine(store: store, clock: .system(now: world.now), isIdle: true)
            let books = try await Books(
                store: store, world: world, sync: sync, reach: reach,
                log: Logger(label: "splitclone") { _ in LogLines(logLevel: .error) })
            if wish.mode == .replace, !wish.isDryRun {
                let own = try store.ledgers(of: owner.id)
                _ = try await BackupFiles.write(own, of: store, to: before)
                books.noteBackup(of: own, for: owner.id)
            }
            return try await books.restore(backup, wish, for: owner.id)
        }
        tell(report, before: before)
    }

    private func chosenMode() throws -> RestoreWish.Mode {
        guard let mode = RestoreWish.Mode(rawValue: mode ?? "merge") else {
            throw CommandFailure(.askedWrongly, "“\(mode ?? "")” is no way to restore", hint: "say merge or replace")
        }
        return mode
    }

    private static func account(_ name: String?, _ door: Doorkeeper) async throws -> Account {
        if let name { return try await door.account(named: name) }
        let owners = try await door.accounts().filter(\.isOwner)
        guard owners.count == 1 else {
            throw CommandFailure(
                .askedWrongly, owners.isEmpty ? "this server has no account yet" : "this server has several owners",
                hint: "--account NAME says whose the ledgers will be")
        }
        return owners[0]
    }

    private func tell(_ report: RestoreReport, before: String) {
        for line in report.ledgers {
            Terminal.say(
                "\(line.id.text)\t\(line.outcome.rawValue)\t+\(line.newEvents)\t-\(line.lostEvents)\t\(line.name)")
        }
        for id in report.removed { Terminal.say("\(id.text)\tremoved") }
        if report.isDryRun {
            Terminal.say("nothing was written: this was a dry run")
        } else if report.mode == .replace {
            Terminal.say("what was here before is in \(before), not encrypted")
        }
    }

    private func restoreServer() throws {
        if dryRun || mode != nil || !ledger.isEmpty || account != nil {
            throw CommandFailure(
                .askedWrongly, "a backup of a whole server is restored as a whole",
                hint: "leave --mode, --dry-run, --ledger and --account out; backup verify tries it")
        }
        let settings = try data.settings()
        let words = try passphrase.read(settings)
        let path = Machine.absolute(file)
        let directory = try DataDirectory(settings.data)
        let manifest = try waitFor {
            try await ServerBackup.restore(path, passphrase: words, into: directory)
        }
        Terminal.say("\(manifest.summary), as of \(manifest.createdAt), in \(settings.data)")
    }
}
