import Bookkeeping

/// Folder connections.
extension Schemas {
    static let folders: [(String, Schema)] = [
        ("FolderConnection", connection), ("FolderConnectionInput", connectionInput), ("DeviceCode", deviceCode),
        ("FolderSignInInput", signInInput),
        ("SignInPage", .object([Schema.always("authorizeUrl", .text(), "The page to open in a browser.")])),
    ]

    private static let connection = Schema.object([
        Schema.always("id", .uuid), Schema.always("kind", .oneOf(FolderConnection.Kind.allCases.map(\.rawValue))),
        Schema.always("state", .oneOf(["needsSignIn", "connected", "reconnect"])),
        Schema.always("reason", .orNull(.text()), "Why somebody has to sign in again, in one sentence."),
        Schema.always("account", .orNull(.text()), "A name to recognise it by; null while nobody has signed in."),
        Schema.maybe("path", .text(), "Of a directory."), Schema.maybe("url", .text(), "Of a WebDAV collection."),
        Schema.maybe("username", .text(), "At the WebDAV server."),
        Schema.maybe("deviceCode", .orNull(.named("DeviceCode")), "A sign-in by device code that was begun."),
        Schema.always("createdAt", .instant),
    ])

    private static let connectionInput = Schema.either([
        .object([
            Schema.always("kind", .oneOf(["directory"])),
            Schema.always("path", .words(), "Inside a folder root: absolute, or relative to the first one."),
        ]),
        .object([
            Schema.always("kind", .oneOf(["webdav"])),
            Schema.always("url", .words(), "Of the collection; http is for servers of the home network only."),
            Schema.maybe("username", .orNull(.text())),
            Schema.maybe("password", .orNull(.text()), "Never shown again."),
        ]),
        .object([Schema.always("kind", .oneOf(["onedrive"]))]),
    ])

    private static let deviceCode = Schema.object([
        Schema.always("userCode", .text(), "To be entered at `verificationUri`, on any device."),
        Schema.always("verificationUri", .text()), Schema.always("expiresAt", .instant),
        Schema.maybe("failure", .text(), "Why it came to nothing."),
    ])

    private static let signInInput = Schema.either([
        .object([Schema.always("method", .oneOf(["deviceCode", "browser"]))]),
        .object([
            Schema.always("method", .oneOf(["password"])), Schema.maybe("username", .orNull(.text())),
            Schema.always("password", .text(), "The WebDAV server's new one."),
        ]),
    ])
}
