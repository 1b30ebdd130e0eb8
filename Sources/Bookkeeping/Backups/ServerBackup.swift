import Cryptography
import FolderFormat
import JSON
package import LedgerCore
package import SQLiteStore

/// Everything a server keeps, sealed to a passphrase: its database, its master key and its authority for https
/// (`docs/file-format.md` (h)).
///
/// Inside is one line of JSON, then the database, byte for byte. The line says what every ledger came to when the file was
/// made: the file is proven by restoring it somewhere else and comparing.
package struct ServerBackup: Sendable {
    package static let version = 1

    /// What a backup says about itself.
    package struct Manifest: Sendable {
        package let createdAt: Instant
        package let appVersion: String
        let masterKey: SymmetricKey
        package let tls: TLSFiles
        package let databaseBytes: Int
        package let ledgers: [Content]
        /// Those that could not be read already when the backup was made.
        package let damagedLedgers: Int
    }

    /// What a ledger comes to.
    package struct Content: Hashable, Sendable {
        package let id: LedgerID
        package let events: Int
        package let stateHash: String
    }

    /// Blocks now and then: not for an event loop.
    package static func contents(of store: Store) async throws -> (ledgers: [Content], damaged: Int) {
        var contents: [Content] = []
        var damaged = try await kept { try await store.damagedLedgers() }.count
        for record in try await kept({ try await store.ledgers() }) {
            var hash = StateHash()
            do {
                try await store.forEachPiece(of: record.id) { piece in
                    for event in SegmentContents(decoding: piece.bytes, file: "").events { hash.add(event) }
                }
                contents.append(Content(id: record.id, events: hash.eventCount, stateHash: hash.text))
            } catch StoreError.damaged {
                damaged += 1
            } catch let error as StoreError {
                throw Unavailable(error)
            }
        }
        return (contents, damaged)
    }
}

/// Why a sealed backup is of no use.
package enum ServerBackupFault: Error, Hashable, Sendable {
    case file(FileFailure)
    case notABackup
    case tooNew(version: Int)
    case wrongPassphrase
    /// It was changed or cut.
    case damaged(String)
    /// It opens, and does not hold what it says.
    case notProven(String)
    case emptyPassphrase
    /// The place to restore to has a database already.
    case occupied(path: String)
    /// The place to restore to has something of its own that the backup has otherwise.
    case inTheWay(path: String)

    package var message: String {
        switch self {
        case .file(let failure): "\(failure.path): \(failure.reason)"
        case .notABackup: "this is no backup of a whole server"
        case .tooNew(let version): "a newer splitclone wrote this backup (version \(version))"
        case .wrongPassphrase: "the passphrase is not the one of this backup"
        case .damaged(let reason): "the backup is damaged: \(reason)"
        case .notProven(let reason): "the backup does not hold what it should: \(reason)"
        case .emptyPassphrase: "the passphrase is empty"
        case .occupied(let path): "there is a database in \(path) already"
        case .inTheWay(let path): "there is another \(path) already"
        }
    }

    package var hint: String? {
        switch self {
        case .file, .notABackup: nil
        case .tooNew: "install the newest splitclone"
        case .wrongPassphrase: "backups keep the passphrase that they were made with"
        case .damaged, .notProven: "use the one before it"
        case .emptyPassphrase: "write one into the file, on its first line"
        case .occupied, .inTheWay: "give a new --data DIR, and look at it before the old one goes"
        }
    }

    package var isDamage: Bool {
        switch self {
        case .damaged, .notProven: true
        default: false
        }
    }
}

/// Reads and writes with the faults of a backup.
func inBackup<Value>(_ work: () throws -> Value) throws -> Value {
    do {
        return try work()
    } catch let failure as FileFailure {
        throw ServerBackupFault.file(failure)
    }
}
