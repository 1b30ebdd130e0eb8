package import LedgerCore
package import SQLiteStore

package typealias ConnectionID = FolderConnectionID

/// A way to shared folders that an account has set up, without its secrets.
package struct FolderConnection: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A directory of this machine, inside one of the folder roots.
        case directory
    }

    package let id: ConnectionID
    package let kind: Kind
    /// Of a directory: absolute, or relative to the first root.
    package let path: String
    package let createdAt: Instant

    init?(_ record: FolderConnectionRecord) {
        guard let kind = Kind(rawValue: record.kind) else { return nil }
        id = record.id
        self.kind = kind
        path = String(decoding: record.settings, as: UTF8.self)
        createdAt = record.createdAt
    }
}

/// A folder as somebody chooses it: a connection, and a path below it.
package struct FolderChoice: Hashable, Sendable {
    package let connection: ConnectionID
    /// `/`-separated; `.` is the connection's folder itself.
    package let path: String

    package init(connection: ConnectionID, path: String) {
        self.connection = connection
        self.path = path
    }
}
