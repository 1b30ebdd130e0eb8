/// Who may look after the accounts of a server.
package enum Ownership {
    /// Only an owner sees, adds and removes accounts, and deletes a ledger's folder.
    package static func check(_ account: Account) throws(Denial) {
        guard account.isOwner else { throw .ownerOnly }
    }

    /// The account to remove, when it may be: a server always keeps an owner who can let others in.
    package static func removable(_ id: AccountID, among accounts: [Account]) throws(Denial) -> Account {
        guard let account = accounts.first(where: { $0.id == id }) else { throw .notFound(.account) }
        guard !account.isOwner || accounts.contains(where: { $0.isOwner && $0.id != id }) else { throw .lastOwner }
        return account
    }

    /// A name is free when no account has it, ignoring case.
    package static func checkFree(_ name: AccountName, among accounts: [Account]) throws(Denial) {
        guard !accounts.contains(where: { $0.name == name }) else { throw .nameTaken }
    }
}
