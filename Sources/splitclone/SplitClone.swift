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
            """,
        version: Version.text,
        subcommands: [Serve.self, AccountCommand.self, TokenCommand.self, LedgerCommand.self, Doctor.self])

    static func main() {
        Terminal.run(SplitClone.self)
    }
}

enum Version {
    static let text = "0.1.0"
}
