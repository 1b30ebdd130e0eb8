/// Why money is not moved between two ledgers.
package enum TransferRefusal: Error, Hashable, Sendable {
    case toItself
    case otherCurrency(String)
    /// The other ledger is in a version of the format that knows no transfers.
    case needsUpgrade
    /// The account has claimed nobody in the other ledger, or several.
    case nobodyThere
    case nobodyHere
    case notMine
    /// What is to be replaced arrived in a ledger that is not the account's.
    case arrivedWithOthers

    package var code: String {
        switch self {
        case .toItself: "transfer-to-itself"
        case .otherCurrency: "other-currency"
        case .needsUpgrade: "needs-upgrade"
        case .nobodyThere: "nobody-there"
        case .nobodyHere: "missing"
        case .notMine, .arrivedWithOthers: "not-mine"
        }
    }

    package var status: Int { self == .needsUpgrade ? 409 : 422 }

    /// Of the request.
    package var field: String? {
        switch self {
        case .toItself, .otherCurrency, .nobodyThere, .arrivedWithOthers: "toLedgerId"
        case .nobodyHere, .notMine: "participantId"
        case .needsUpgrade: nil
        }
    }

    package var message: String {
        switch self {
        case .toItself: "Money is moved from one ledger to another: name another one."
        case .otherCurrency(let code): "The other ledger is in \(code): only within one currency money can be moved."
        case .needsUpgrade: "The other ledger has to be upgraded to format version 2 first."
        case .nobodyThere: "Say in the other ledger first who you are there."
        case .nobodyHere: "Say who you are: this device has not claimed anyone yet."
        case .notMine: "Only one's own money can be moved: this is somebody else."
        case .arrivedWithOthers:
            "It arrived in a ledger that is not yours: delete it, and record a new one."
        }
    }
}
