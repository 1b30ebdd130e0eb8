import Accounts
import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// The account's signed-in browsers and tokens.
enum DeviceRoutes {
    @Sendable static func list(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let devices = try await call.api.doorkeeper.devices(of: caller.account.id).sorted { place($0) < place($1) }
        let uses = try await call.api.doorkeeper.lastUses(of: caller.account.id)
        return page.answer(devices, place: place) { json, device in
            json.value(
                DeviceView(device, isCurrent: device.id == caller.device.id, lastUsedAt: uses[device.id]))
        }
    }

    @Sendable static func get(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try call.id("device", of: DeviceID.self)
        let devices = try await call.api.doorkeeper.devices(of: caller.account.id)
        guard let device = devices.first(where: { $0.id == id }) else { throw Denial.notFound(.device) }
        let uses = try await call.api.doorkeeper.lastUses(of: caller.account.id)
        return .json(DeviceView(device, isCurrent: id == caller.device.id, lastUsedAt: uses[id]))
    }

    @Sendable static func remove(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseInput()
        try await call.api.doorkeeper.removeDevice(call.id("device"), of: caller.account.id)
        return .noContent
    }

    private static func place(_ device: Device) -> Place {
        Place(.number(device.createdAt.ordinal), .number(device.id.bits))
    }
}

/// Secrets for programs. A token is a device of its own, with its own log.
enum TokenRoutes {
    @Sendable static func list(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let tokens = try await call.api.doorkeeper.tokens(of: caller.account.id).sorted { place($0) < place($1) }
        let uses = try await call.api.doorkeeper.lastUses(of: caller.account.id)
        return page.answer(tokens, place: place) { json, token in
            json.value(TokenView(token.device, token.credential, lastUsedAt: uses[token.device.id]))
        }
    }

    @Sendable static func create(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let name = body.text("name")
        let expiresAt = body.optionalInstant("expiresAt")
        let scope = body.optionalText("scope").map(Credential.Scope.init)
        if scope == .some(nil) {
            body.refuse("scope", "invalid-value", "The field “scope” must be “full” or “read”.")
        }
        try body.finish()
        let made = try await call.api.doorkeeper.addToken(
            named: name, scope: (scope ?? .full) ?? .full, expiresAt: expiresAt, by: caller)
        return Answer.json(TokenView(made.device, made.credential, secret: made.secret))
            .created(at: RouteTable.root + "/tokens/\(made.credential.id)").secret
    }

    @Sendable static func get(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try call.id("token", of: CredentialID.self)
        let tokens = try await call.api.doorkeeper.tokens(of: caller.account.id)
        guard let token = tokens.first(where: { $0.credential.id == id }) else { throw Denial.notFound(.token) }
        let uses = try await call.api.doorkeeper.lastUses(of: caller.account.id)
        return .json(TokenView(token.device, token.credential, lastUsedAt: uses[token.device.id]))
    }

    @Sendable static func remove(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseInput()
        try await call.api.doorkeeper.removeToken(call.id("token"), of: caller.account.id)
        return .noContent
    }

    private static func place(_ token: Token) -> Place {
        Place(.number(token.credential.createdAt.ordinal), .number(token.credential.id.bits))
    }
}
