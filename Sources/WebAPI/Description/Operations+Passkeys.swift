import Accounts
import Bookkeeping
import HTTPServer

/// Signing in with a fingerprint or a face.
extension Operations {
    private static let credential = Schema.object([], isOpen: true)
    private static let options = Schema.object([
        Schema.always("publicKey", .object([Schema.always("challenge", .text())], isOpen: true))
    ])

    static let passkeys: [String: Operation] = [
        "passkeys": .list("My passkeys", of: "Passkey"),
        "preparePasskey": Operation(
            "What a browser needs to make a passkey, for five minutes; only over https, or on localhost",
            takes: .object([Schema.always("currentPassword", .text(), "That it is me who asks.")]), 200,
            .json(options), problems: [403, 409, 429]),
        "addPasskey": Operation(
            "Keep a passkey that was made",
            takes: .object([
                Schema.always("name", .words(AccountName.longest)),
                Schema.always("credential", credential, "What `PublicKeyCredential.toJSON()` makes."),
            ]), 201, .json(.named("Passkey")), problems: [409]),
        "removePasskey": Operation("Forget a passkey", 204, .nothing),
        "preparePasskeySignIn": Operation(
            "What a browser needs to ask for a passkey, for five minutes", 200, .json(options)),
        "signInWithPasskey": Operation(
            "Sign in with a passkey",
            takes: .object([
                Schema.always("credential", credential, "What `PublicKeyCredential.toJSON()` makes."),
                Schema.maybe("deviceName", .orNull(.words(AccountName.longest))),
                Schema.maybe("as", .orNull(.oneOf(["cookie", "token"])), "A cookie, if left out."),
            ]), 201, .json(.named("SignedIn")), problems: [401]),
    ]
}

extension Schemas {
    static let passkeys: [(String, Schema)] = [
        (
            "Passkey",
            .object([
                Schema.always("id", .uuid), Schema.always("name", .text()),
                Schema.always("site", .text(), "The name of this server that it was made under."),
                Schema.always("createdAt", .instant), Schema.always("lastUsedAt", .orNull(.instant)),
            ])
        )
    ]
}
