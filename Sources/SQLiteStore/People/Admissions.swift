package import Accounts
import GRDB
package import LedgerCore
import Synchronization

/// What a secret stands for: who comes in, with which device, until when.
package struct Admission: Sendable, Hashable {
    package let account: Account
    package let device: Device
    package let credential: Credential
    /// Those the account is a member of.
    package let ledgers: Set<LedgerID>
}

/// Answers, for every request, whom a secret lets in and to which ledgers: from memory, as long as nobody changed an
/// account, a device, a credential or a membership. Whether that is so is asked of the file each time (one row;
/// `admissions` is advanced by triggers), so that what a command beside the server changes counts for the next request.
///
/// Synchronous on a connection of its own: it costs less than giving the work to another thread.
final class Admissions: Sendable {
    static let remembered = 10_000

    private struct State {
        var connection: DatabaseQueue?
        var version: Int64 = -1
        var known: [[UInt8]: Admission] = [:]
        var memberships: [Membership]?
    }

    private let vault: Vault
    private let state: Mutex<State>

    init(connection: DatabaseQueue, vault: Vault) {
        self.vault = vault
        state = Mutex(State(connection: connection))
    }

    func close() { state.withLock { $0.connection = nil } }

    /// Expiry is the caller's to judge (`Credential.isValid`). Unknown secrets are not remembered.
    func admission(secretHash: [UInt8]) throws(StoreError) -> Admission? {
        try upToDate { state, database in
            if let known = state.known[secretHash] { return known }
            if state.known.count >= Self.remembered { state.known.removeAll() }
            state.known[secretHash] = try find(secretHash, &state, database)
            return state.known[secretHash]
        }
    }

    /// All memberships, in the order in which they began.
    func memberships() throws(StoreError) -> [Membership] {
        try upToDate { state, database in try memberships(&state, database) }
    }

    private func upToDate<Value: Sendable>(
        _ body: (inout State, Database) throws -> Value
    ) throws(StoreError) -> Value {
        do {
            return try state.withLock { state in
                guard let connection = state.connection else { throw StoreError.closed }
                return try connection.unsafeRead { database in
                    let version = try version(database)
                    if version != state.version {
                        state.known.removeAll()
                        state.memberships = nil
                        state.version = version
                    }
                    return try body(&state, database)
                }
            }
        } catch {
            throw StoreError(error)
        }
    }

    private func version(_ database: Database) throws -> Int64 {
        guard let version = try database.direct("SELECT admissions FROM store") else { throw StoreError.missing }
        return version
    }

    private func find(_ secretHash: [UInt8], _ state: inout State, _ database: Database) throws -> Admission? {
        let statement = try database.cachedStatement(sql: Self.query)
        guard let row = try Row.fetchOne(statement, arguments: [Blob(secretHash)]) else { return nil }
        let account = try vault.account(row, at: 0)
        let memberships = try memberships(&state, database).filter { $0.account == account.id }
        return Admission(
            account: account,
            device: try vault.device(row, at: Vault.accountColumns),
            credential: try row.credential(at: Vault.accountColumns + Vault.deviceColumns),
            ledgers: Set(memberships.map(\.ledger)))
    }

    private func memberships(_ state: inout State, _ database: Database) throws -> [Membership] {
        if let known = state.memberships { return known }
        let found = try allMemberships(database)
        state.memberships = found
        return found
    }

    private func allMemberships(_ database: Database) throws -> [Membership] {
        let sql = """
            SELECT account, sealed_id, mark FROM memberships JOIN ledgers ON ledgers.number = memberships.ledger
            ORDER BY memberships.created_at, ledger, account
            """
        return try Row.fetchAll(database, sql: sql).compactMap { row in
            // A ledger whose id is damaged is nobody's, and keeps nobody out of the others.
            guard let ledger = try? vault.ledgerID(try row.bytes(at: 1), mark: try row.bytes(at: 2)) else { return nil }
            return Membership(account: try row.id(at: 0), ledger: ledger)
        }
    }

    private static let query = """
        SELECT \(Vault.accountSelection), \(Vault.deviceSelection), \(Row.credentialSelection)
        FROM credentials
        JOIN devices ON devices.id = credentials.device
        JOIN accounts ON accounts.id = devices.account
        LEFT JOIN ledgers ON ledgers.number = devices.active_ledger
        WHERE credentials.secret_hash = ?
        """
}
