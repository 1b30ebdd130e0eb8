package import Accounts
import GRDB
package import LedgerCore

/// Somebody who comes in with an invite and has no account yet: made together with the claim, or not at all.
package struct Newcomer: Sendable {
    package let account: Account
    package let passwordHash: String
    package let device: Device
    package let credential: Credential

    package init(account: Account, passwordHash: String, device: Device, credential: Credential) {
        self.account = account
        self.passwordHash = passwordHash
        self.device = device
        self.credential = credential
    }
}

extension Store {
    /// A new invite takes the place of the open one for the same person. What has expired goes.
    package func addInvite(_ invite: Invite) async throws(StoreError) {
        let ledger = try await opened(invite.ledger).number
        try await commits.write { database in
            try database.execute(
                sql: """
                    DELETE FROM invites
                    WHERE ledger = ? AND claimed_by IS NULL AND (expires_at <= ? OR participant = ?)
                    """,
                arguments: [ledger, invite.createdAt.milliseconds, invite.participant?.blob])
            try database.execute(
                sql: "INSERT INTO invites VALUES (?, ?, ?, ?, ?, ?, ?, NULL)",
                arguments: [
                    invite.id.blob, ledger, invite.inviter.blob, invite.participant?.blob, Blob(invite.secretHash),
                    invite.createdAt.milliseconds, invite.expiresAt.milliseconds,
                ])
        }
    }

    /// Those that nobody has claimed, expired ones among them.
    package func unclaimedInvites(to ledger: LedgerID) async throws(StoreError) -> [Invite] {
        let number = try await opened(ledger).number
        return try await read { [vault] database in
            let sql = Vault.inviteQuery + " WHERE ledger = ? AND claimed_by IS NULL ORDER BY invites.created_at, id"
            return try Row.fetchAll(database, sql: sql, arguments: [number]).map { try vault.invite($0) }
        }
    }

    package func invite(secretHash: [UInt8]) async throws(StoreError) -> Invite? {
        try await read { [vault] database in try vault.invite(secretHash, database) }
    }

    /// `.missing` also when it was claimed: then there is nothing to revoke.
    package func removeInvite(_ invite: InviteID, to ledger: LedgerID) async throws(StoreError) {
        let number = try await opened(ledger).number
        try await commits.write { database in
            try database.execute(
                sql: "DELETE FROM invites WHERE id = ? AND ledger = ? AND claimed_by IS NULL",
                arguments: [invite.blob, number])
            guard database.changesCount == 1 else { throw StoreError.missing }
        }
    }

    /// Lets the claimer in, in one step: of many who claim at once one is the first. `.taken`: a newcomer's name is.
    package func claimInvite(
        secretHash: [UInt8], by account: AccountID, making newcomer: Newcomer? = nil, at now: Instant
    ) async throws(StoreError) -> Result<Invite.Claim, Denial> {
        let make = newcomer.map(insertion)
        return try await commits.write { [vault] database in
            guard let invite = try vault.invite(secretHash, database) else { return .failure(.notFound(.invite)) }
            let claim = Result { () throws(Denial) in try invite.claim(by: account, at: now) }
            guard case .success(.first) = claim else { return claim }
            try make?(database)
            let ledger = try Int64.fetchOne(
                database, sql: "SELECT ledger FROM invites WHERE id = ?", arguments: [invite.id.blob])
            guard let ledger else { throw StoreError.missing }
            try database.insert(account, memberOf: ledger, at: now)
            try database.execute(
                sql: "UPDATE invites SET claimed_by = ? WHERE id = ?", arguments: [account.blob, invite.id.blob])
            return claim
        }
    }

    private func insertion(_ newcomer: Newcomer) -> @Sendable (Database) throws -> Void {
        let account = arguments(newcomer.account, passwordHash: newcomer.passwordHash)
        let device = arguments(newcomer.device)
        return { database in
            try database.insertAccount(account)
            try database.insertDevice(device)
            try database.insert(newcomer.credential)
        }
    }
}

// MARK: - Rows

extension Vault {
    fileprivate static let inviteQuery = """
        SELECT id, sealed_id, mark, inviter, participant, secret_hash, invites.created_at, expires_at, claimed_by
        FROM invites JOIN ledgers ON ledgers.number = invites.ledger
        """

    fileprivate func invite(_ secretHash: [UInt8], _ database: Database) throws -> Invite? {
        let sql = Self.inviteQuery + " WHERE secret_hash = ?"
        return try Row.fetchOne(database, sql: sql, arguments: [Blob(secretHash)]).map(invite)
    }

    fileprivate func invite(_ row: Row) throws -> Invite {
        Invite(
            id: try row.id(at: 0), ledger: try ledgerID(try row.bytes(at: 1), mark: try row.bytes(at: 2)),
            inviter: try row.id(at: 3), participant: try row.optionalID(at: 4), secretHash: try row.bytes(at: 5),
            createdAt: row.instant(at: 6), expiresAt: row.instant(at: 7), claimedBy: try row.optionalID(at: 8))
    }
}
