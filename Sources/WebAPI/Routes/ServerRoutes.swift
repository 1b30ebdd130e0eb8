import Accounts
import Bookkeeping
import Cryptography
import HTTPServer
import JSON
import LedgerCore

/// What the owner is told of the server itself.
enum ServerRoutes {
    @Sendable static func get(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseQuery()
        let standing = try call.api.settings.standing?()
        return .object { json in
            json.member("version", call.api.settings.version)
            json.member("folderRoots", each: standing?.folderRoots ?? []) { json, root in json.value(root) }
            guard let backups = standing?.backups else { return json.member("backups", nil as String?) }
            json.member("backups", BackupStandingView(standing: backups))
        }
    }

    @Sendable static func tls(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseQuery()
        let facts = call.api.settings.tls?()
        return .object { json in
            json.key("port")
            if let facts { json.value(facts.port) } else { json.null() }
            json.key("certificate")
            write(facts?.certificate, to: &json)
            json.key("authority")
            write(facts?.authority, to: &json)
        }
    }

    private static func write(_ certificate: Certificate?, to json: inout JSONWriter) {
        guard let certificate else { return json.null() }
        json.object { json in
            json.member("endsAt", "\(Instant(milliseconds: Int64(certificate.ends) * 1000))")
            json.member("fingerprint", certificate.fingerprint)
        }
    }
}
