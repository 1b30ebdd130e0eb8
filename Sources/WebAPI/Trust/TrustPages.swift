package import Cryptography
import HTTPServer

/// `/trust`: how phones and computers learn to trust the server's own authority. Plain pages, because a browser that is
/// asked to trust something should need nothing for reading about it. `Public/trust/<language>.html` are the pages with
/// marks where this server's own facts stand.
package struct TrustPages: Sendable {
    static let path = "/trust"
    private static let languages = ["en", "de"]

    private let authority: Certificate
    private let port: UInt16
    private let title: String

    /// `title`: how the machine is called.
    package init(_ authority: Certificate, port: UInt16, title: String) {
        self.authority = authority
        self.port = port
        self.title = title
    }

    /// Takes the pages' drafts out of the files of the app.
    static func takeDrafts(from files: inout [String: StaticFile]) -> [String: StaticFile] {
        let drafts = files.filter { $0.key.hasPrefix(path + "/") }
        for path in drafts.keys { files[path] = nil }
        return drafts
    }

    /// The pages, and what a device takes in: the certificate alone, and an iPhone's profile around it.
    func files(from drafts: [String: StaticFile]) -> [String: StaticFile] {
        var files: [String: StaticFile] = [:]
        for (path, draft) in drafts {
            var page = draft
            page.bytes = Array(filled(String(decoding: draft.bytes, as: UTF8.self)).utf8)
            page.fields = SecurityFields.page(inlineScript: nil)
            files[path] = page
        }
        func add(_ name: String, _ contentType: String, _ bytes: [UInt8]) {
            files[Self.path + "/" + name] = StaticFile(
                bytes: bytes, contentType: contentType, fields: SecurityFields.file, modified: authority.begins)
        }
        add("splitclone.crt", "application/x-x509-ca-cert", authority.der)
        add("splitclone.pem", "application/x-pem-file", authority.pem)
        add("splitclone.mobileconfig", "application/x-apple-aspen-config", Array(profile.utf8))
        return files
    }

    private func filled(_ page: String) -> String {
        page.replacing("{fingerprint}", with: authority.fingerprint).replacing("{port}", with: String(port))
            .replacing("{machine}", with: Self.escaped(title))
    }

    /// Where a browser is sent that asks for `/trust`: to the page in its language (RFC 9110 §12.5.4). Relative, so that it
    /// holds behind a proxy's path, too.
    static func way(for head: RequestHead) -> Response {
        let wanted = head["Accept-Language"]?.lowercased() ?? ""
        let place =
            languages.compactMap { language in wanted.firstRange(of: language).map { ($0.lowerBound, language) } }
            .min { $0.0 < $1.0 }?.1 ?? languages[0]
        return Response(
            307,
            ["Location": "\(path.dropFirst())/\(place).html", "Vary": "Accept-Language", "Cache-Control": "no-store"])
    }

    /// A configuration profile (Apple, "Configuration Profile Reference"): its owner installs it and switches trust on.
    private var profile: String {
        let title = Self.escaped("SplitClone, \(title)")
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
                <key>PayloadContent</key>
                <array>
                    <dict>
                        <key>PayloadCertificateFileName</key><string>splitclone.crt</string>
                        <key>PayloadContent</key><data>\(Base64.encode(authority.der))</data>
                        <key>PayloadDisplayName</key><string>\(title)</string>
                        <key>PayloadIdentifier</key><string>splitclone.authority.\(uuid(of: "root"))</string>
                        <key>PayloadType</key><string>com.apple.security.root</string>
                        <key>PayloadUUID</key><string>\(uuid(of: "root"))</string>
                        <key>PayloadVersion</key><integer>1</integer>
                    </dict>
                </array>
                <key>PayloadDescription</key>
                <string>Lets this device trust the https of the SplitClone server in your home, and nothing else.</string>
                <key>PayloadDisplayName</key><string>\(title)</string>
                <key>PayloadIdentifier</key><string>splitclone.profile.\(uuid(of: "profile"))</string>
                <key>PayloadRemovalDisallowed</key><false/>
                <key>PayloadType</key><string>Configuration</string>
                <key>PayloadUUID</key><string>\(uuid(of: "profile"))</string>
                <key>PayloadVersion</key><integer>1</integer>
            </dict>
            </plist>

            """
    }

    /// The same each time for the same authority: installed again, it takes the former one's place (RFC 9562 §5.8).
    private func uuid(of part: String) -> String {
        var bytes = Array(SHA256.hash(authority.der + Array(part.utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0f | 0x80
        bytes[8] = bytes[8] & 0x3f | 0x80
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
        var rest = digits[...]
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
