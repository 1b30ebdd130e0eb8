import Cryptography
import GRDB
import LedgerCore
import Synchronization

/// Everything a server keeps on its own disk: accounts and devices, ledgers and their keys, every byte of every event log.
///
/// **Answered means on the disk.** A write returns when it has been committed *and* `fdatasync`ed; many writes at once share
/// one commit (`GroupCommit`). Reads see every committed write, of this process and of others: commands (`splitclone token
/// add`) work on the same file while the server runs.
package final class Store: Sendable {
    package enum Purpose: Sendable {
        /// A server: alone in its data directory until it ends.
        case serving
        /// A command beside a running server, or without one.
        case command
    }

    /// Writes in one transaction, so that nobody's answer waits for thousands of others.
    package static let writesPerCommit = 512

    package let writesPerCommit: Int
    let vault: Vault
    let admissions: Admissions
    let commits: GroupCommit
    let openedLedgers = Mutex<[LedgerID: OpenedLedger]>([:])
    private let reads: DatabaseQueue
    private let lock: ServerLock?

    /// - Parameters:
    ///   - writesPerCommit: other than usual only to measure what sharing commits is worth.
    ///   - report: is told of every transaction, between two of them: it must be quick.
    package init(
        _ directory: DataDirectory, masterKey: MasterKey, for purpose: Purpose,
        writesPerCommit: Int = Store.writesPerCommit, report: @escaping @Sendable (CommitReport) -> Void = { _ in }
    ) throws(StoreOpeningError) {
        self.writesPerCommit = writesPerCommit
        vault = Vault(master: masterKey)
        lock = purpose == .serving ? try ServerLock(directory) : nil
        try directory.makeDatabaseFile()
        let path = directory.database
        do {
            let writing = try Connection.open(path, for: .writing)
            try Schema.migrate(writing, path: path)
            try vault.check(writing, path: path)
            commits = GroupCommit(
                WritingLine(path: path, connection: writing), batchLimit: writesPerCommit, report: report)
            reads = try Connection.open(path, for: .reading)
            admissions = Admissions(connection: try Connection.open(path, for: .lookingUp), vault: vault)
        } catch let error as StoreOpeningError {
            throw error
        } catch {
            throw .unusable(StoreError(error))
        }
    }

    /// Writes what is waiting and closes the file, the writer last: it moves the log into the file when it goes. What comes
    /// after is refused with `.closed`.
    package func close() {
        admissions.close()
        try? reads.close()
        commits.close { try $0.countPieces() }
        lock?.release()
    }

    /// Whether a write would be kept now: makes one, unless one was kept a moment ago. (Who may ask how the server does need
    /// not be signed in, and shall not keep the disk busy.)
    package func checkWritable(unlessWithin moment: Duration = .seconds(1)) async throws(StoreError) {
        if commits.hasCommitted(within: moment) { return }
        try await commits.write(GroupCommit.prove)
    }

    /// Reads on a connection of its own, beside any write.
    func read<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
    ) async throws(StoreError) -> Value {
        let outcome: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            reads.asyncRead { access in
                continuation.resume(returning: Result { try work(access.get()) }.mapError(StoreError.init))
            }
        }
        return try outcome.get()
    }
}

extension Vault {
    static let checkMark = Place("store.key_check", [])

    /// Seals a mark into a new store, and opens it in one that exists.
    func check(_ database: DatabaseQueue, path: String) throws {
        let place = Self.checkMark
        try database.write { database in
            guard let row = try Row.fetchOne(database, sql: "SELECT key_check FROM store") else {
                try database.execute(
                    sql: "INSERT INTO store (id, key_check) VALUES (1, ?)", arguments: [seal("splitclone", place)])
                return
            }
            guard (try? openText(try row.bytes(at: 0), place)) == "splitclone" else {
                throw StoreOpeningError.masterKeyOfAnotherStore(path: path)
            }
        }
    }
}
