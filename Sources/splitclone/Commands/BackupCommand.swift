import Accounts
import ArgumentParser
import Bookkeeping
import FolderFormat
import LedgerCore
import SQLiteStore

/// `splitclone backup`: to take away, of the whole server, and looked at.
struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write a backup, beside a running server or without one; check one.",
        discussion: """
            `splitclone backup FILE` writes the ledgers as JSON that every SplitClone app restores. It holds their join \
            codes in the clear: keep it safe. `splitclone backup server FILE` seals everything that this server keeps, \
            accounts included, to a passphrase.

            Examples:
              splitclone backup books.json
              splitclone backup server books.backup --passphrase-file words
              splitclone backup verify books.backup --passphrase-file words
            """,
        subcommands: [Ledgers.self, Server.self, Verify.self], defaultSubcommand: Ledgers.self)

    struct Ledgers: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "ledgers", abstract: "Write ledgers as JSON, with their join codes (not encrypted).",
            discussion: """
                Examples:
                  splitclone backup ledgers books.json
                  splitclone backup ledgers trip.json --ledger 6f3c1a5e-0000-4000-8000-000000000001
                """)
        @Argument(help: "The file to write; one that is there is replaced.") var file: String
        @Option(help: ArgumentHelp("Only the ledgers of this account.", valueName: "name")) var account: String?
        @Option(help: ArgumentHelp("Only this ledger; repeatable.", valueName: "id")) var ledger: [String] = []
        @OptionGroup var data: DataOption

        func run() throws {
            let chosen = try ledger.map(LedgerArgument.id)
            let path = Machine.absolute(file)
            let report = try data.withStore { [account] store in
                var wanted = chosen.isEmpty ? nil : chosen
                if let account {
                    let door = Doorkeeper(store: store, world: Machine.world)
                    let own = try store.ledgers(of: try await door.account(named: account).id)
                    wanted = wanted?.filter(own.contains) ?? own
                }
                return try await BackupFiles.write(wanted, of: store, to: path)
            }
            if let missing = chosen.first(where: { !report.ledgers.contains($0) && !report.missing.contains($0) }) {
                throw CommandFailure(.askedWrongly, "there is no ledger \(missing.text)")
            }
            Terminal.say("\(counted(report.ledgers.count, "ledger")), \(counted(report.events, "event")) in \(file)")
            Terminal.say("not encrypted: whoever has the file can read and change these ledgers")
            let bad = report.missing + report.incomplete
            if !bad.isEmpty {
                throw CommandFailure(
                    .foundDamage, "not in it, or not all of it: \(bad.map(\.text).joined(separator: ", "))",
                    hint: "splitclone doctor says what is damaged")
            }
        }
    }

    struct Server: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Seal database, master key and authority for https to a passphrase, and prove it.",
            discussion: """
                Examples:
                  splitclone backup server books.backup --passphrase-file words
                """)
        @Argument(help: "The file to write; one that is there is replaced.") var file: String
        @OptionGroup var passphrase: PassphraseOption
        @OptionGroup var data: DataOption

        func run() throws {
            let settings = try data.settings()
            let words = try passphrase.read(settings)
            let directory = try DataDirectory(settings.data)
            let key = try MasterKey.key(for: directory, credentials: Environment["CREDENTIALS_DIRECTORY"])
            let path = Machine.absolute(file)
            let manifest = try waitFor {
                try await ServerBackup.make(
                    of: directory, masterKey: key, at: path, passphrase: words, now: Machine.world.now(),
                    appVersion: Version.text)
            }
            Terminal.say("\(manifest.summary) in \(file), restored and compared")
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Restore a backup into a scratch directory and compare; status 3 if it is damaged.",
            discussion: """
                Examples:
                  splitclone backup verify books.json
                  splitclone backup verify books.backup --passphrase-file words --scratch /var/tmp
                """)
        @Argument(help: "The backup: of ledgers or of a server.") var file: String
        @Option(help: ArgumentHelp("Where there is room for it (beside the file).", valueName: "dir"))
        var scratch: String?
        @OptionGroup var passphrase: PassphraseOption
        @OptionGroup var data: DataOption

        func run() throws {
            guard try BackupFiles.isSealed(file) else { return try verifyLedgers() }
            let words = try passphrase.read(try data.settings())
            let path = Machine.absolute(file)
            let parent = scratch.map(Machine.absolute) ?? BackupFiles.parent(of: path)
            let manifest = try waitFor {
                try await ServerBackup.verify(path, passphrase: words, scratchIn: parent)
            }
            Terminal.say("sound: \(manifest.summary), made \(manifest.createdAt)")
        }

        private func verifyLedgers() throws {
            let backup = try BackupFiles.read(file)
            for ledger in backup.ledgers {
                let hash = StateHash(ledger.events.map(\.event))
                guard ledger.opening != nil, ledger.stateHash.map({ $0 == hash.text }) ?? true else {
                    throw CommandFailure(.foundDamage, "ledger \(ledger.id.text) is not what it says")
                }
                Terminal.say("\(ledger.id.text)\t\(ledger.events.count)\t\(hash.text)")
            }
            Terminal.say("sound: \(counted(backup.ledgers.count, "ledger"))")
        }
    }
}

extension ServerBackup.Manifest {
    var summary: String {
        let damaged = damagedLedgers == 0 ? "" : " (\(damagedLedgers) damaged already)"
        let events = ledgers.reduce(0) { $0 + $1.events }
        let authority = tls.isEmpty ? "" : ", the authority for https"
        return "\(counted(ledgers.count, "ledger"))\(damaged), \(counted(events, "event"))\(authority)"
    }
}
