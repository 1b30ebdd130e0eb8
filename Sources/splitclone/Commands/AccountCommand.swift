import Accounts
import ArgumentParser
import Bookkeeping
import LedgerCore

/// The accounts of this server, as its administrator manages them. Works while the server runs.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Add, list and remove accounts.",
        discussion: """
            Beside a running server or without one, as the user that serves.

            Examples:
              printf '%s' "$PASSWORD" | splitclone account add Anna --owner --password-stdin
              splitclone account list
            """,
        subcommands: [Add.self, List.self, Password.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add an account.",
            discussion: """
                Examples:
                  printf '%s' "$PASSWORD" | splitclone account add Ben --password-stdin
                """)
        @Argument(help: "The name to sign in with.") var name: String
        @Flag(help: "May look after accounts and the server.") var owner = false
        @Flag(help: "Read the password from standard input (needed).") var passwordStdin = false
        @OptionGroup var data: DataOption

        func run() throws {
            let password = try Password.read(passwordStdin)
            let account = try data.withDoorkeeper { [name, owner] doorkeeper in
                try await doorkeeper.addAccount(name: name, password: password, isOwner: owner)
            }
            Terminal.say("\(account.id)\t\(account.name.text)\(account.isOwner ? "\towner" : "")")
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the accounts: id, name, role.",
            discussion: """
                Examples:
                  splitclone account list --data /var/lib/splitclone
                """)
        @OptionGroup var data: DataOption

        func run() throws {
            for account in try data.withDoorkeeper({ try await $0.accounts() }) {
                Terminal.say("\(account.id)\t\(account.name.text)\(account.isOwner ? "\towner" : "")")
            }
        }
    }

    struct Password: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give an account a new password; it is signed out everywhere.",
            discussion: """
                Examples:
                  printf '%s' "$PASSWORD" | splitclone account password Ben --password-stdin
                """)
        @Argument(help: "The account's name.") var name: String
        @Flag(help: "Read the password from standard input (needed).") var passwordStdin = false
        @OptionGroup var data: DataOption

        func run() throws {
            let password = try Self.read(passwordStdin)
            try data.withDoorkeeper { [name] doorkeeper in
                try await doorkeeper.setPassword(password, of: try await doorkeeper.account(named: name))
            }
        }

        static func read(_ fromStandardInput: Bool) throws -> String {
            guard fromStandardInput else {
                throw CommandFailure(
                    .askedWrongly, "a password is taken from standard input only", hint: "add --password-stdin")
            }
            return try Terminal.readSecretLine()
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an account. Its ledgers stay.",
            discussion: """
                Examples:
                  splitclone account remove Ben
                """)
        @Argument(help: "The account's name.") var name: String
        @OptionGroup var data: DataOption

        func run() throws {
            try data.withDoorkeeper { [name] doorkeeper in
                try await doorkeeper.removeAccount(try await doorkeeper.account(named: name).id)
            }
        }
    }
}

/// Secrets for programs.
struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make tokens for programs.",
        discussion: """
            Examples:
              splitclone token add --account Anna --name script
            """,
        subcommands: [Add.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a token. Prints the secret, alone, this once.",
            discussion: """
                Examples:
                  splitclone token add --account Anna --name reader --read-only --expires 2027-01-31
                """)
        @Option(help: "Whose token it is.") var account: String
        @Option(help: "A name to recognise it by.") var name: String
        @Flag(help: "For looking only: it changes nothing and is told no ledger's key.") var readOnly = false
        @Option(help: "When it ends: a day (2027-01-31, at its start in UTC) or an instant (2027-01-31T12:00:00Z).")
        var expires: String?
        @OptionGroup var data: DataOption

        func run() throws {
            let expiry = try expires.map(Self.instant)
            let token = try data.withDoorkeeper { [account, name, readOnly] doorkeeper in
                try await doorkeeper.addToken(
                    named: name, scope: readOnly ? .read : .full, expiresAt: expiry,
                    for: try await doorkeeper.account(named: account))
            }
            Terminal.say(token.secret)
        }

        private static func instant(_ text: String) throws -> Instant {
            guard let instant = Instant(text) ?? Instant(text + "T00:00:00.000Z") else {
                throw CommandFailure(
                    .askedWrongly, "“\(text)” is neither a day nor an instant", hint: "--expires 2027-01-31")
            }
            return instant
        }
    }
}
