import Accounts
package import LedgerCore

/// Everything that happens when an account is deleted, or clears its data: shown before it is done, and its receipt
/// afterwards. Nobody's balance is in it, for none changes (rules 9 and 10 of docs/security.md, "People").
package struct LeavingPlan: Sendable, Equatable {
    package enum Extent: Sendable, Equatable {
        /// The account, and all that hangs on it.
        case account
        /// What is only mine: the account stays, and is in no ledger any more.
        case data
    }

    package struct LedgerEffect: Sendable, Equatable {
        package enum Kind: String, Sendable, CaseIterable {
            /// Others of this server stay in it.
            case leave
            /// The account was the only one here: the ledger goes from this server, its folder stays as it is.
            case remove
        }

        package let ledger: LedgerID
        package let name: String
        package let kind: Kind
        /// Whom the account is there; they stay, with their names and amounts.
        package let participants: [Participant]
        /// Whether they can be claimed again afterwards. A ledger of format version 1 knows no release: there the claim
        /// stays in the log, and only this server knows that nobody is behind it.
        package let isReleased: Bool
        /// Changes that no folder has yet. Of a ledger that is removed they are lost if the folder does not take them.
        package let pendingEvents: Int
        /// The others share it through a connection of this account, which goes: somebody has to attach the folder anew.
        package let losesFolder: Bool
    }

    package let extent: Extent
    package let ledgers: [LedgerEffect]
    package let devices: Int
    package let tokens: Int
    package let folderConnections: Int
    package let friends: Int

    /// Something is lost for this server: then the account's name has to be typed.
    package var needsConfirmation: Bool { ledgers.contains { $0.kind == .remove } }
}

/// Rule 9's fence comes first, and this guard before it.
package struct WrongConfirmation: Error, Hashable, Sendable {
    package static let code = "wrong-confirmation"
    package static let field = "confirmName"
    package let message = "Ledgers will be removed from this server. Type your account's name exactly to confirm."
}

extension LeavingPlan {
    func checkConfirmation(_ typed: String?, of account: Account) throws(WrongConfirmation) {
        guard typed == nil ? !needsConfirmation : typed == account.name.text else { throw WrongConfirmation() }
    }
}
