/// Who asks: the account and device that a secret stood for. What a caller may see or do follows from this alone, never
/// from an id or a name in a request.
package struct Caller: Hashable, Sendable {
    package let account: Account
    package let device: Device
    package let credential: CredentialID

    package init(account: Account, device: Device, credential: CredentialID) {
        self.account = account
        self.device = device
        self.credential = credential
    }
}
