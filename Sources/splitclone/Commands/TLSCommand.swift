import ArgumentParser
import Cryptography
import LedgerCore

/// `splitclone tls`: the server's own authority, for those who are to trust it.
struct TLSCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tls", abstract: "Show or take along the authority of `serve --tls local`.",
        discussion: """
            Phones get it from the server itself, at /trust; these are for everything else.

            Examples:
              splitclone tls show
              splitclone tls export > splitclone.pem
            """,
        subcommands: [Show.self, Export.self])

    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show the fingerprint to compare before trusting, and how long all of it holds.",
            discussion: """
                Examples:
                  splitclone tls show --data /srv/splitclone
                """)
        @OptionGroup var data: DataOption

        func run() throws {
            let local = LocalTLS(data: try data.settings().data, allowedHosts: [])
            let authority = try TLSCommand.authority(local).certificate
            Terminal.say("authority\t\(authority.fingerprint)\tuntil \(TLSCommand.day(authority.ends))")
            guard let own = SmallFile.bytes(local.certificateFile).flatMap({ Certificate.all(inPEM: $0).first }) else {
                return
            }
            Terminal.say("certificate\t\(own.fingerprint)\tuntil \(TLSCommand.day(own.ends))")
            for name in own.names { Terminal.say("name\t\(name)") }
        }
    }

    struct Export: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Write the authority's certificate as PEM, without its key, to standard output.",
            discussion: """
                Examples:
                  splitclone tls export > splitclone.pem
                  curl --cacert splitclone.pem https://box.local:8443/health
                """)
        @OptionGroup var data: DataOption

        func run() throws {
            let local = LocalTLS(data: try data.settings().data, allowedHosts: [])
            let pem = try TLSCommand.authority(local).certificate.pem
            Terminal.say(String(decoding: pem.dropLast(), as: UTF8.self))
        }
    }

    private static func authority(_ local: LocalTLS) throws -> LocalAuthority {
        guard let authority = try local.keptAuthority() else {
            throw CommandFailure(
                .failed, "there is no authority in \(local.directory)", hint: "“splitclone serve --tls local” makes one"
            )
        }
        return authority
    }

    private static func day(_ seconds: Int) -> String { "\(Instant(milliseconds: Int64(seconds) * 1000).day)" }
}
