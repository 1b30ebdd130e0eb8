import ArgumentParser

/// The program: a server, and the commands that look after it.
@main
struct SplitClone: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "splitclone",
        abstract: "Shared expenses on your own machine.",
        discussion: """
            Settings come from flags, then from SPLITCLONE_* in the environment (SPLITCLONE_PORT for --port), then from \
            the configuration file, DATA/splitclone.conf or else /etc/splitclone.conf, which holds the same names as \
            lines SPLITCLONE_PORT=8080. Exit status: 0 done, 1 failed, 2 asked wrongly, 3 found damage.

            Examples:
              splitclone serve --data ~/books
              splitclone doctor
              splitclone help backup server
            """,
        version: Version.text,
        subcommands: [
            Serve.self, Demo.self, AccountCommand.self, TokenCommand.self, LedgerCommand.self, BackupCommand.self,
            RestoreCommand.self, TLSCommand.self, Doctor.self, Healthy.self, Verify.self, Manifest.self,
        ])

    static func main() {
        Terminal.run(SplitClone.self)
    }
}

enum Version {
    static let text = "0.1.0"
}
