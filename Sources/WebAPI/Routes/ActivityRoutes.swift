import Accounts
import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// What happened in a ledger, and taking it back.
enum ActivityRoutes {
    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let limit = Page.limit(&query)
        let after = Page.cursor(&query) { Event.Order(cursor: $0) }
        try query.finish()
        let own = try await ownDevices(call, member)
        let page = await member.ledger.activity(after: after, limit: limit, for: member.device, of: own)
        let names = try await DeviceNames(page.items, call, member)
        let moment = await member.moment()
        return .object { json in
            json.member("items", each: page.items) { json, item in
                json.value(ActivityView(item: item, names: names, moment: moment))
            }
            json.member("next", page.next?.cursor)
        }
    }

    /// 409 with the reason when something was built on it.
    @Sendable static func undo(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("event", of: EventID.self)
        var body = try call.body()
        let at = body.recordedAt(now: call.now)
        try body.finish()
        let own = try await ownDevices(call, member)
        guard let item = try await member.ledger.undo(id, by: member.device, of: own, at: at) else {
            throw Problem.notFound
        }
        let names = try await DeviceNames([item], call, member)
        return .json(ActivityView(item: item, names: names, moment: await member.moment()))
            .created(at: member.path + "/activity")
    }

    private static func ownDevices(_ call: Call, _ member: Member) async throws -> [DeviceID] {
        try await call.api.doorkeeper.devices(of: member.caller.account.id).map(\.id)
    }
}

extension Event.Order {
    fileprivate var cursor: String { Place(.number(entryAt.ordinal), .number(id.bits)).cursor }

    fileprivate init?(cursor: String) {
        guard let keys = Place(cursor: cursor)?.keys, keys.count == 2, case .number(let at) = keys[0],
            case .number(let id) = keys[1], at <= Instant.latest.ordinal
        else { return nil }
        self.init(
            entryAt: Instant.earliest.advanced(byMilliseconds: Int64(at)), id: EventID(bits: id))
    }
}
