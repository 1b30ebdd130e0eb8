package import LedgerCore

/// One signed-in client of this server: a browser or a token. It belongs to one account for good, has its own log in
/// every ledger it writes to, and claims one participant per ledger (`SC-ARC-IDN-1`, `SC-FR-PRT-2`).
package struct Device: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case browser
        case token
    }

    package let id: DeviceID
    package let account: AccountID
    package let kind: Kind
    package var name: String
    package let createdAt: Instant
    /// The ledger it shows when it opens (`SC-FR-LED-4`).
    package var activeLedger: LedgerID?

    package init(
        id: DeviceID, account: AccountID, kind: Kind, name: String, createdAt: Instant, activeLedger: LedgerID? = nil
    ) {
        self.id = id
        self.account = account
        self.kind = kind
        self.name = name
        self.createdAt = createdAt
        self.activeLedger = activeLedger
    }

    /// The name as it will be kept: a label for its owner's eyes, so it need not be unique.
    package static func checkedName(_ typed: String, field: String = "deviceName") throws(InputRefusal) -> String {
        let name = typed.trimmingWhiteSpace()
        guard !name.isEmpty, name.unicodeScalars.count <= AccountName.longest,
            name.unicodeScalars.allSatisfy(\.isPrintable)
        else {
            throw InputRefusal(
                .deviceNameUnusable, field: field,
                "Give the device a name of 1 to \(AccountName.longest) printable characters.")
        }
        return name
    }
}
