import ArgumentParser

/// What `serve`, `doctor` and `healthy` take about https.
struct TLSArguments: ParsableArguments {
    @Option(help: ArgumentHelp("local: https with an authority of this server's own.", valueName: "kind"))
    var tls: String?
    @Option(help: ArgumentHelp("https with this certificate, PEM, followed by those behind it.", valueName: "file"))
    var tlsCertificate: String?
    @Option(help: ArgumentHelp("The certificate's key, PEM.", valueName: "file")) var tlsKey: String?
    @Option(help: "The port for https (8443).") var tlsPort: String?
}
