package import LedgerCore
package import SQLiteStore

package typealias ConnectionID = FolderConnectionID

/// A way to shared folders that an account has set up, as it stands now, without its secrets.
package struct FolderConnection: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A directory of this machine, inside one of the folder roots.
        case directory
        case webdav
        case onedrive
    }

    package enum State: String, Hashable, Sendable {
        /// Nobody has signed in yet.
        case needsSignIn
        case connected
        /// The service does not know us any more: nothing is sent until somebody signs in again.
        case reconnect
    }

    /// A sign-in on another device that was begun here.
    package struct DeviceCode: Hashable, Sendable {
        package let userCode: String
        package let verificationURI: String
        package let expiresAt: Instant
        /// Why it came to nothing; `nil` while it is waited for.
        package var failure: String?
    }

    package let id: ConnectionID
    package let kind: Kind
    package let createdAt: Instant
    package var state = State.connected
    /// Why somebody has to sign in again.
    package var reason: String?
    /// A name to recognise it by; `nil` while nobody has signed in.
    package var account: String?
    /// Of a directory: absolute, or relative to the first root.
    package var path: String?
    /// Of WebDAV: the collection's address, and the user's name there.
    package var address: String?
    package var user: String?
    package var deviceCode: DeviceCode?

    init(_ record: FolderConnectionRecord, _ kind: Kind) {
        id = record.id
        self.kind = kind
        createdAt = record.createdAt
    }
}

/// A folder as somebody chooses it: a connection, and where it leads.
package struct FolderChoice: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        /// Below the connection's own folder, `/`-separated; `.` is that folder itself.
        case path(String)
        /// Somebody else's folder, by the link they sent.
        case shareLink(String)
    }

    package let connection: ConnectionID
    package let target: Target

    package init(connection: ConnectionID, _ target: Target) {
        self.connection = connection
        self.target = target
    }

    package init(connection: ConnectionID, path: String) {
        self.init(connection: connection, .path(path))
    }
}
