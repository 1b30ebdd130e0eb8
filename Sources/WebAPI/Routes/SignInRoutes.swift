import Accounts
import Bookkeeping
import HTTPServer
import JSON

/// Setting the server up, coming in, and going.
enum SignInRoutes {
    /// What a page that knows nothing asks first: asking for the account would be an error in its console.
    @Sendable static func setupState(_ call: Call) async throws -> Answer {
        let isNeeded = try await call.api.doorkeeper.needsSetup()
        let isSignedIn = (try? await SignIn.caller(call)) != nil
        call.api.forwardings.note(call)
        return .object { json in
            json.member("needed", isNeeded)
            json.member("signedIn", isSignedIn)
            guard let door = call.api.settings.demonstration else {
                return json.member("demonstration", nil as String?)
            }
            json.key("demonstration")
            json.object { json in
                json.member("names", each: door.names) { json, name in json.value(name) }
                json.member("password", door.password)
            }
        }
    }

    @Sendable static func setUp(_ call: Call) async throws -> Answer {
        guard try await call.api.doorkeeper.needsSetup() else { throw Denial.alreadySetUp }
        var body = try call.body()
        let code = body.text("code")
        let form = form(&body)
        try body.finish()
        return answer(try await call.api.doorkeeper.setUp(form, code: code, from: call.client.origin), call)
    }

    @Sendable static func signIn(_ call: Call) async throws -> Answer {
        var body = try call.body()
        let form = form(&body)
        try body.finish()
        call.api.forwardings.note(call)
        return answer(try await call.api.doorkeeper.signIn(form, from: call.client.origin), call)
    }

    @Sendable static func signOut(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseInput()
        try await call.api.doorkeeper.signOut(caller)
        var answer = Answer.noContent
        answer.fields.append("Set-Cookie", call.cookie.clear)
        // It speaks for the whole host: below a path the neighbours' cache would go, too. Not "storage": entries that no
        // server has yet may stay on the device, and the app forgets the rest of its own data itself.
        if call.client.isSecure, call.api.settings.basePath.isTop {
            answer.fields.append("Clear-Site-Data", "\"cache\"")
        }
        return answer
    }

    /// Does not finish the body: there may be more in it.
    static func form(_ body: inout BodyReader) -> SignInForm {
        let (kind, deviceName) = device(&body)
        return SignInForm(
            name: body.text("name"), password: body.text("password"), deviceName: deviceName, kind: kind)
    }

    /// What is let in, and what its owner calls it.
    static func device(_ body: inout BodyReader) -> (Device.Kind, name: String) {
        let kind: Device.Kind
        switch body.optionalText("as") {
        case nil, "cookie": kind = .browser
        case "token": kind = .token
        default:
            kind = .token
            body.refuse("as", "invalid-value", "The field “as” must be “cookie” or “token”.")
        }
        return (kind, body.optionalText("deviceName") ?? (kind == .browser ? "Browser" : "Token"))
    }

    /// The secret goes out once: in the cookie, or in the body.
    static func answer(
        _ signedIn: SignedIn, _ call: Call, more: (inout JSONWriter) -> Void = { _ in }
    ) -> Answer {
        let isToken = signedIn.device.kind == .token
        var answer = Answer.object(.created) { json in
            json.member("account", AccountView(signedIn.account))
            json.member("device", DeviceView(signedIn.device, isCurrent: true))
            if isToken { json.member("token", signedIn.secret) }
            more(&json)
        }
        if !isToken { answer.fields.append("Set-Cookie", call.cookie.set(signedIn.secret)) }
        return answer.secret
    }
}
