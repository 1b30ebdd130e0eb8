/// Somebody with an account, a drive, and perhaps things others shared.
package struct User: Sendable {
    package enum Name: String, Sendable, CaseIterable {
        case owner, joiner
        /// Signs in like the others; nothing is ever shared with them.
        case stranger
    }

    package let name: Name
    package let mail: String
    package let displayName: String
    package let driveID: String
    package let rootID: String
}

/// Personal accounts and those of organisations differ in ids, folder tags, links and who may be invited (section 6.4).
package enum AccountKind: String, Sendable, CaseIterable {
    case personal, business
}

/// An application as it is registered (section 1.1).
package struct Registration: Sendable {
    package enum Platform: String, Sendable, CaseIterable { case mobile, singlePage }

    package let id: String
    package var platform = Platform.mobile
    /// "Personal accounts only": `/common` is refused.
    package var isPersonalOnly = false
    package var redirects = ["http://localhost", "https://login.microsoftonline.com/common/oauth2/nativeclient"]

    package init(id: String) { self.id = id }
}
