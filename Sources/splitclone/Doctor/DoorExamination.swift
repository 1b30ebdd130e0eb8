import HTTPServer
import JSON
import SharedFolders

/// One of the server's two doors, http and https: does it answer there?
struct DoorExamination {
    private static let area = "server"

    /// As the settings say it.
    let host: String
    let port: UInt16
    let basePath: RootPath
    /// The file with the certificate that is shown there, or with its authority; `nil`: it is the door without TLS.
    var certificate: String?

    struct Answer {
        let finding: Finding
        /// From what comes through it unasked.
        var proxies: [Finding] = []
    }

    private var place: String {
        let name = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "[::1]" : host.contains(":") ? "[\(host)]" : host
        return "\(certificate == nil ? "http" : "https")://\(name):\(port)\(basePath.text)"
    }

    private var flag: String { certificate == nil ? "--port" : "--tls-port" }

    func ask() -> Answer {
        guard port != 0, let address = WebAddress(place + "/ready") else {
            let unknown = certificate == nil ? "its port is not known here" : "its port for https is not known here"
            return Answer(finding: .warning(Self.area, unknown, remedy: "say it with \(flag)"))
        }
        // It is asked by its address, for which its certificate need not be; that it is its own is enough here.
        let transfer = CurlTransfer(TransferSettings(certificateAuthorities: certificate, comparesNames: false))
        defer { transfer.close() }
        do {
            var request = TransferRequest("GET", address, deadline: .seconds(10))
            request.allowsPlainHTTP = certificate == nil
            let question = request
            let answer = try waitFor { try await transfer.send(question) }
            guard answer.status == 200 else { return Answer(finding: unready(answer.status)) }
            return Answer(finding: .ok(Self.area, "it is ready at \(place)"), proxies: Self.proxies(answer.body))
        } catch {
            return Answer(finding: silent(error))
        }
    }

    private func unready(_ status: Int) -> Finding {
        .error(Self.area, "it answers \(place) with status \(status)", remedy: "its log says why; is its disk full?")
    }

    private func silent(_ error: any Error) -> Finding {
        if case TransferFailure.insecure(let reason) = error {
            return .error(
                Self.area, "\(place) does not show the certificate of the settings, or one that has ended (\(reason))",
                remedy: "renew it, or restart the server with these settings; does another program listen there?")
        }
        return .warning(
            Self.area, "nobody answers at \(place)",
            remedy: "if it listens elsewhere, say so with --host, \(flag) and --base-path")
    }

    /// Requests come through it, and are taken for its own: all from one address, and over http.
    private static func proxies(_ answer: [UInt8]) -> [Finding] {
        let addresses = (try? JSONValue(parsing: answer))?["untrustedProxies"]?.array?.compactMap(\.string) ?? []
        return addresses.map { address in
            .warning(
                area, "a proxy at \(address) forwards requests and is not trusted",
                remedy: "if it is yours, start the server with --trusted-proxy \(address)")
        }
    }
}
