import JSON

/// What is kept, sealed, of one signed-in account: enough to go on after a restart.
package struct OneDriveCredential: Equatable, Sendable, Concealed {
    /// Rotated with every refresh (RFC 6749 section 6). A secret.
    package var refreshToken: String
    /// Milliseconds since 1970 by this server's clock: when the token was last used, for the weekly keep-alive.
    package var refreshedAt: Int64
    /// The drive's owner as the service shows them, to recognise the account by.
    package var name: String?
    /// Why the service does not take the token any more; nothing is sent until somebody signs in again.
    package var lost: String?

    package init(refreshToken: String, refreshedAt: Int64, name: String? = nil, lost: String? = nil) {
        self.refreshToken = refreshToken
        self.refreshedAt = refreshedAt
        self.name = name
        self.lost = lost
    }

    package init?(bytes: [UInt8]) {
        guard let json = try? JSONValue(parsing: bytes), let token = json["refreshToken"]?.string, !token.isEmpty else {
            return nil
        }
        self.init(
            refreshToken: token, refreshedAt: Int64(json["refreshedAt"]?.integer ?? 0), name: json["name"]?.string,
            lost: json["lost"]?.string)
    }

    package var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("refreshToken", refreshToken)
            json.member("refreshedAt", refreshedAt)
            json.member("name", name)
            json.member("lost", lost)
        }
        return json.bytes
    }
}
