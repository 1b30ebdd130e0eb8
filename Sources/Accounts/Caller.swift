package import LedgerCore

/// Who asks: the account and device that a secret stood for, and the ledgers that were the account's at that moment. What a caller may see or do follows from this alone, never
/// from an id or a name in a request.
package struct Caller: Hashable, Sendable {
    package let account: Account
    package let device: Device
    package let credential: CredentialID
    package let scope: Credential.Scope
    package let ledgers: Set<LedgerID>

    package init(
        account: Account, device: Device, credential: CredentialID, scope: Credential.Scope = .full,
        ledgers: Set<LedgerID>
    ) {
        self.account = account
        self.device = device
        self.credential = credential
        self.scope = scope
        self.ledgers = ledgers
    }
}
