import ArgumentParser

/// `splitclone healthy`: one question to the running server, for whoever watches over it and starts it again.
struct Healthy: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the running server whether it is ready; status 1 if it is not.",
        discussion: """
            Says little and reads nothing: made to be asked every minute, as by HEALTHCHECK in a container. What is wrong, \
            and what to do about it, splitclone doctor says. With https it asks there, too.

            Examples:
              splitclone healthy
              splitclone healthy --port 8081 --base-path /split
              splitclone healthy --tls local
            """)

    @Option(help: "The address that the server listens on (0.0.0.0).") var host: String?
    @Option(help: "Its port (8080).") var port: String?
    @Option(help: ArgumentHelp("The path below which it is (/).", valueName: "path")) var basePath: String?
    @OptionGroup var tls: TLSArguments
    @OptionGroup var data: DataOption

    func run() throws {
        let settings = try data.settings()
        let findings = ServerExamination(
            data: settings.data, host: settings.text(host, "SPLITCLONE_HOST") ?? "0.0.0.0",
            port: try Serve.port(settings.text(port, "SPLITCLONE_PORT")), basePath: try settings.basePath(basePath),
            tls: try TLSPlan(tls, settings)
        ).answering()
        if let bad = findings.first(where: { $0.grade != .ok }) {
            throw CommandFailure(.failed, bad.message, hint: bad.remedy)
        }
        for finding in findings { Terminal.say(finding.message) }
    }
}
