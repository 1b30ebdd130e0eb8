import Accounts
import HTTPServer

/// One line of the route table: what is asked, who may, and who answers.
struct Route: Sendable {
    enum Segment: Sendable, Equatable {
        case named(String)
        case parameter(String)
    }

    /// The permission is part of the handler's type: a `member` handler is given an open ledger and a device; it can not
    /// be written without them.
    enum Handler: Sendable {
        /// Without signing in.
        case anyone(@Sendable (Call) async throws -> Answer)
        /// Signed in.
        case caller(@Sendable (Call, Caller) async throws -> Answer)
        /// Signed in as the owner of this server.
        case owner(@Sendable (Call, Caller) async throws -> Answer)
        /// Signed in, and the ledger in the path is one of the account's.
        case member(@Sendable (Call, Member) async throws -> Answer)
    }

    let method: Method
    /// `/api/v1/ledgers/{ledger}/expenses`
    let path: String
    /// The operation's name in the description, and in the log.
    let name: String
    let handler: Handler
    let segments: [Segment]
    let parameterNames: [String]
    /// Its place in the router's table, counted from 1; an answer carries it to the log.
    var mark = 0

    init(_ method: Method, _ path: String, _ name: String, _ handler: Handler) {
        self.method = method
        self.path = path
        self.name = name
        self.handler = handler
        segments = path.split(separator: "/").map { part in
            part.hasPrefix("{") ? .parameter(String(part.dropFirst().dropLast())) : .named(String(part))
        }
        parameterNames = segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }
}

extension Route {
    var needsSignIn: Bool {
        if case .anyone = handler { false } else { true }
    }

    var needsOwner: Bool {
        if case .owner = handler { true } else { false }
    }

    /// Whether the answer holds the ledger's key: with it, who may only look could write elsewhere.
    var givesKey: Bool { ["joinCode", "joinCodeImage", "invitation"].contains(name) }

    /// Whether a precondition is looked at: for what carries a `revision`.
    var takesConditions: Bool {
        [
            "changeLedger", "putExpense", "deleteExpense", "reconcileExpense", "putSettlement", "deleteSettlement",
            "putSchedule", "endSchedule", "changeOccurrence", "restoreOccurrence", "putIncome", "deleteIncome",
        ].contains(name)
    }
}
