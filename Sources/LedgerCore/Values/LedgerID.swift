/// The name of a ledger, the same in every home that keeps it.
///
/// Made here it is a UUID; other apps may have chosen any 1–128 characters of `A–Z a–z 0–9 . _ -`.
package struct LedgerID: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String

    package init?(_ text: String) {
        let length = text.utf8.count
        guard (1...Limits.ledgerIDLength).contains(length), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.text = text
    }

    package init(uuid bits: UInt128) {
        text = ID<LedgerID>(bits: bits).description
    }

    package var description: String { text }

    package static func < (left: LedgerID, right: LedgerID) -> Bool { left.text < right.text }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default:
            false
        }
    }
}
