import Accounts
import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// The account and the device that ask.
enum MeRoutes {
    @Sendable static func me(_ call: Call, _ caller: Caller) async throws -> Answer {
        answer(caller.account, caller.device, call)
    }

    /// The device's name, the password, or both; the password last, because it ends all other sessions.
    @Sendable static func change(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let deviceName = body.optionalText("deviceName")
        let password = body.optionalText("password")
        let current = body.optionalText("currentPassword")
        if password != nil, current == nil {
            body.refuse("currentPassword", "missing", "To change the password, give the current one too.")
        }
        try body.finish()
        var device = caller.device
        let doorkeeper = call.api.doorkeeper
        if let deviceName { device = try await doorkeeper.renameDevice(of: caller, to: deviceName) }
        if let password, let current {
            try await doorkeeper.changePassword(of: caller, from: current, to: password, origin: call.client.origin)
        }
        return answer(caller.account, device, call)
    }

    /// `null` forgets it.
    @Sendable static func setActiveLedger(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        if !body.has("ledgerId") { body.refuse("ledgerId", "missing", "The field “ledgerId” is missing.") }
        let text = body.optionalText("ledgerId")
        try body.finish()
        let id = text.flatMap(LedgerID.init)
        if text != nil, id == nil { throw Denial.notFound(.ledger) }
        try await call.books.setActive(id, for: caller, at: call.api.doorkeeper)
        var device = caller.device
        device.activeLedger = id
        return answer(caller.account, device, call)
    }

    /// With `?dryRun=true` nothing is done, and everything told that would be.
    @Sendable static func delete(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let isDryRun = query.one("dryRun", "true or false") { ["true": true, "false": false][$0] } ?? false
        try query.finish()
        var body = try call.body()
        let confirmation = body.optionalText("confirmName")
        try body.finish()
        if isDryRun {
            let plan = try await call.books.leavingPlan(.account, of: caller.account)
            return .json(LeavingView(plan: plan, finishedAt: nil))
        }
        let plan = try await call.books.deleteAccount(caller.account, confirmation: confirmation)
        var answer = Answer.json(LeavingView(plan: plan, finishedAt: call.now))
        answer.fields.append("Set-Cookie", call.cookie.clear)
        return answer
    }

    @Sendable static func clear(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let isDryRun = body.optionalTruth("dryRun") ?? false
        let confirmation = body.optionalText("confirmName")
        try body.finish()
        if isDryRun {
            let plan = try await call.books.leavingPlan(.data, of: caller.account)
            return .json(LeavingView(plan: plan, finishedAt: nil))
        }
        let plan = try await call.books.clearData(of: caller.account, confirmation: confirmation)
        return .json(LeavingView(plan: plan, finishedAt: call.now))
    }

    private static func answer(_ account: Account, _ device: Device, _ call: Call) -> Answer {
        .object { json in
            json.member("account", AccountView(account))
            json.member("device", DeviceView(device, isCurrent: true))
            json.member("activeLedgerId", device.activeLedger?.text)
            json.member("demonstration", call.api.settings.demonstration != nil)
        }
    }
}
