import Accounts
import Bookkeeping
import HTTPServer
import LedgerCore

/// Who asks, and whether they may: what the route table's kinds of handlers are given.
enum SignIn {
    /// A token for reading only opens nothing but what is safe (RFC 9110 §9.2.1).
    static func caller(_ call: Call) async throws -> Caller {
        let caller = try await call.api.doorkeeper.authenticate(try secret(call))
        guard caller.scope == .full || isSafe(call) else { throw Denial.readOnlyToken }
        return caller
    }

    /// What the caller shows to be let in: a token, or the cookie of a browser's session.
    static func secret(_ call: Call) throws -> String {
        if let secret = try bearer(call.head) { return secret }
        guard let secret = call.cookie.value(in: call.head) else {
            throw Denial.signInNeeded
        }
        // The origin first: a foreign page learns nothing from trying cookies.
        try checkOrigin(call, needsOrigin: true)
        return secret
    }

    /// The same, whatever it is good for.
    static func shownSecret(_ head: RequestHead, _ cookie: SessionCookie) -> String? {
        if let secret = try? bearer(head) { return secret }
        return cookie.value(in: head)
    }

    static func owner(_ call: Call) async throws -> Caller {
        let caller = try await caller(call)
        guard caller.account.isOwner else { throw Denial.ownerOnly }
        return caller
    }

    /// Asking for anything of a ledger counts as looking at it: what other homes write should show soon.
    static func member(_ call: Call) async throws -> Member {
        let caller = try await caller(call)
        let id = try ledgerID(call)
        let ledger = try await call.books.ledger(id, for: caller)
        call.books.noteClient(of: id)
        return Member(caller: caller, ledger: ledger)
    }

    static func ledgerID(_ call: Call) throws(Denial) -> LedgerID {
        guard let id = call.parameters["ledger"].flatMap(LedgerID.init) else { throw .notFound(.ledger) }
        return id
    }

    /// Refuses an unsafe request that a page of another origin may have sent.
    static func checkOrigin(_ call: Call, needsOrigin: Bool) throws(Problem) {
        guard !isSafe(call), !call.client.isOwnPage(call.head, needsOrigin: needsOrigin) else { return }
        throw Problem(
            403, "foreign-origin",
            "The request must come from a page of this server, \(call.client.ownOrigin). Behind a proxy, --trusted-proxy helps."
        )
    }

    private static func isSafe(_ call: Call) -> Bool { [.get, .options].contains(call.head.method) }

    /// `Authorization: Bearer …` (RFC 6750 §2.1). Another scheme is no sign-in at all.
    private static func bearer(_ head: RequestHead) throws(Denial) -> String? {
        guard let value = head["Authorization"] else { return nil }
        guard let blank = value.utf8.firstIndex(of: UInt8(ascii: " ")), value[..<blank].lowercased() == "bearer" else {
            throw .signInNeeded
        }
        return String(value[blank...].trimmingBlanks)
    }
}

/// Someone signed in, in one of their ledgers.
struct Member: Sendable {
    let caller: Caller
    let ledger: OpenLedger
}

extension ClientView {
    /// Where an attempt to sign in comes from, as the throttle counts it.
    var origin: NetworkOrigin {
        switch address {
        case .v4(let bits): NetworkOrigin(v4: bits)
        case .v6(let bits): NetworkOrigin(v6: bits)
        }
    }
}
