/// Where OneDrive is and who we are there: this server's configuration (`SPLITCLONE_ONEDRIVE_*`), checked once.
///
/// Plain http is for a stand-in on this very machine: only when the origins are loopback ones, and then also for
/// loopback download hosts that are listed.
package struct OneDriveSettings: Equatable, Sendable {
    package let login: WebAddress
    package let graph: WebAddress
    package let downloadHosts: DownloadHosts
    /// The id of the registration at Microsoft; without one nobody can be connected. Not a secret.
    package let clientID: String?
    package let tenant: String

    /// A setting that can not be used, in words.
    package struct Fault: Error, Equatable, Sendable {
        package let reason: String
    }

    /// The texts as configured; what is nil or empty takes the default.
    package init(
        loginURL: String? = nil, graphURL: String? = nil, downloadHosts: String? = nil, clientID: String? = nil,
        tenant: String? = nil
    ) throws(Fault) {
        login = try Self.origin(loginURL, "https://login.microsoftonline.com", "SPLITCLONE_ONEDRIVE_LOGIN_URL")
        graph = try Self.origin(graphURL, "https://graph.microsoft.com", "SPLITCLONE_ONEDRIVE_GRAPH_URL")
        guard login.isSecure == graph.isSecure else {
            throw Fault(reason: "The sign-in and the Graph address of OneDrive must both use https.")
        }
        self.downloadHosts = try DownloadHosts(Self.given(downloadHosts), onLoopback: !graph.isSecure)
        self.clientID = try Self.name(clientID, "SPLITCLONE_ONEDRIVE_CLIENT_ID")
        self.tenant = try Self.name(tenant, "SPLITCLONE_ONEDRIVE_TENANT") ?? "common"
    }

    private static func given(_ text: String?) -> String? {
        text.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func origin(_ text: String?, _ standard: String, _ name: String) throws(Fault) -> WebAddress {
        guard let address = WebAddress(given(text) ?? standard), address.path == "/", address.query == nil else {
            throw Fault(reason: "\(name) must be a bare origin such as \(standard).")
        }
        guard address.isSecure || address.isLoopback else {
            throw Fault(reason: "\(name) must use https; plain http is for this machine's own addresses only.")
        }
        return address
    }

    private static func name(_ text: String?, _ name: String) throws(Fault) -> String? {
        guard let text = given(text) else { return nil }
        guard text.utf8.count <= 128, text.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E }) else {
            throw Fault(reason: "\(name) may only have letters, digits, dots and hyphens.")
        }
        return text
    }
}

extension OneDriveSettings {
    package enum LoginPage: String, Sendable {
        case authorize, token, deviceCode = "devicecode"
    }

    func login(_ page: LoginPage) -> WebAddress {
        login.appending([tenant, "oauth2", "v2.0", page.rawValue])
    }

    /// `path` is already encoded: ids and the colons around paths have their own rules (`ItemAddress`).
    func graph(_ path: String) -> WebAddress? {
        WebAddress("\(graph.origin)/v1.0\(path)")
    }

    func registered() throws(SignInFailure) -> String {
        guard let clientID else { throw .unregistered }
        return clientID
    }
}

/// The hosts that files may be fetched from. Microsoft adds some now and then, so the list is a setting.
package struct DownloadHosts: Equatable, Sendable {
    static let standard =
        "*.1drv.com,*.microsoftpersonalcontent.com,*.onedrive.com,*.sharepoint.com,*.sharepoint-df.com,*.sharepoint.us,"
        + "storage.live.com"

    private let names: Set<String>
    /// Each with its leading dot.
    private let suffixes: [String]
    private let isOnLoopback: Bool

    init(_ list: String?, onLoopback: Bool) throws(OneDriveSettings.Fault) {
        var names: Set<String> = []
        var suffixes: [String] = []
        for item in (list ?? Self.standard).split(separator: ",") {
            let host = item.filter { $0 != " " }.lowercased()
            if host.hasPrefix("*."), Self.isHost(host.dropFirst(2)), host.dropFirst(2).contains(".") {
                suffixes.append(String(host.dropFirst()))
            } else if Self.isHost(host[...]) {
                names.insert(host)
            } else {
                throw OneDriveSettings.Fault(
                    reason: "SPLITCLONE_ONEDRIVE_DOWNLOAD_HOSTS: \(host) is not a host name without port.")
            }
        }
        guard !names.isEmpty || !suffixes.isEmpty else {
            throw OneDriveSettings.Fault(reason: "SPLITCLONE_ONEDRIVE_DOWNLOAD_HOSTS names no host.")
        }
        self.names = names
        self.suffixes = suffixes
        isOnLoopback = onLoopback
    }

    /// Addresses of hosts by number are refused, except this machine's own when everything is on this machine.
    package func allow(_ address: WebAddress) -> Bool {
        if isOnLoopback && address.isLoopback { return names.contains(address.host) }
        guard address.isSecure, !Self.isNumber(address.host) else { return false }
        return names.contains(address.host) || suffixes.contains { address.host.hasSuffix($0) }
    }

    private static func isHost(_ text: Substring) -> Bool {
        if text == "::1" { return true }
        return !text.isEmpty && text.utf8.count <= 253 && text.first != "." && text.first != "-"
            && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == 0x2D || $0 == 0x2E }
    }

    /// An IP literal in any spelling: with colons, or with a last label that starts like a number (WHATWG URL).
    private static func isNumber(_ host: String) -> Bool {
        host.contains(":") || (host.split(separator: ".").last?.utf8.first).map { $0.isDigit } ?? true
    }
}

extension UInt8 {
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    var isLetterOrDigit: Bool { isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) }
}
