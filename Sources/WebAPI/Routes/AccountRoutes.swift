import Accounts
import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// The accounts of this server; for its owner.
enum AccountRoutes {
    @Sendable static func list(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let page = Page(&query)
        try query.finish()
        let accounts = try await call.api.doorkeeper.accounts(for: caller).sorted {
            place($0.account) < place($1.account)
        }
        return page.answer(accounts, place: { place($0.account) }) { json, one in
            json.value(AccountInUseView(account: one.account, presence: one.presence))
        }
    }

    @Sendable static func create(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let name = body.text("name")
        let password = body.text("password")
        let isOwner = body.optionalTruth("isOwner") ?? false
        try body.finish()
        let account = try await call.api.doorkeeper.addAccount(
            name: name, password: password, isOwner: isOwner, by: caller)
        return Answer.json(AccountInUseView(account: account, presence: Presence()))
            .created(at: RouteTable.root + "/accounts/\(account.id)")
    }

    @Sendable static func get(_ call: Call, _ caller: Caller) async throws -> Answer {
        let id = try call.id("account", of: AccountID.self)
        let accounts = try await call.api.doorkeeper.accounts(for: caller)
        guard let one = accounts.first(where: { $0.account.id == id }) else { throw Denial.notFound(.account) }
        return .json(AccountInUseView(account: one.account, presence: one.presence))
    }

    @Sendable static func remove(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        let confirmation = body.optionalText("confirmName")
        try body.finish()
        try await call.books.deleteAccount(
            call.id("account"), confirmation: confirmation, by: caller, at: call.api.doorkeeper)
        return .noContent
    }

    private static func place(_ account: Account) -> Place {
        Place(.number(account.createdAt.ordinal), .number(account.id.bits))
    }
}
