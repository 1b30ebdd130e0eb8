package import Accounts
import LedgerCore
import SQLiteStore
import SharedFolders
import Synchronization

/// Signing in at the service behind a folder connection (`SC-NFR-SEC-2`). May be repeated at any time.
extension Books {
    /// A code to be entered on any device; whether it was, the connection tells.
    package func beginDeviceSignIn(
        _ id: ConnectionID, of account: AccountID
    ) async throws -> FolderConnection.DeviceCode {
        let drive = try await oneDrive(id, of: account)
        return try await signingIn { FolderConnection.DeviceCode(try await drive.beginDeviceSignIn()) }
    }

    /// The page to open. `redirect` is where the browser ends: `http://localhost[:port][/]`.
    package func beginBrowserSignIn(
        _ id: ConnectionID, redirect: String, of account: AccountID
    ) async throws -> String {
        guard let redirect = LocalRedirect(redirect) else {
            throw ConnectionRefusal.noSuchSignIn("This server's port can not be named in an address.")
        }
        let drive = try await oneDrive(id, of: account)
        return try await signingIn { try await drive.beginBrowserSignIn(redirect: redirect).text }
    }

    /// `address`: where the browser ended, as it stands in its address bar.
    package func finishBrowserSignIn(
        _ id: ConnectionID, address: String, of account: AccountID
    ) async throws -> FolderConnection {
        let drive = try await oneDrive(id, of: account)
        try await signingIn { try await drive.finishBrowserSignIn(pasted: address) }
        return try await connection(id, of: account)
    }

    /// A new password for a WebDAV server, which must let us in with it. Ledgers go on at once.
    package func changePassword(
        _ id: ConnectionID, user: String?, password: String, of account: AccountID
    ) async throws -> FolderConnection {
        var (record, live) = try await ownConnection(id, of: account)
        guard case .webdav(let former) = live else {
            throw ConnectionRefusal.noSuchSignIn("Only a WebDAV connection has a password.")
        }
        let settings = try webDAVSettings(
            former.settings.address.text, user: user ?? former.settings.user, password: password)
        let kept = ConnectionSettings.webdav(settings, try await capabilities(settings))
        record.settings = kept.bytes
        do throws(StoreError) {
            try await store.updateFolderConnection(record)
        } catch {
            throw error == .missing ? Denial.notFound(.folderConnection) : Unavailable(error)
        }
        connectionsInUse.withLock { $0[id] = makeLive(kept, record) }
        await restartSync(through: id)
        return try await connection(id, of: account)
    }

    private func oneDrive(_ id: ConnectionID, of account: AccountID) async throws -> OneDriveAccount {
        switch try await ownConnection(id, of: account).live {
        case .onedrive(let drive): return drive
        case .directory: throw ConnectionRefusal.noSuchSignIn("A directory needs no sign-in.")
        case .webdav:
            throw ConnectionRefusal.noSuchSignIn("A WebDAV server takes a user name and a password: use “password”.")
        }
    }

    private func signingIn<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value
    {
        do {
            return try await answerOfFolder(orElse: ConnectionRefusal.unreachable("it takes too long"), work)
        } catch let error as SignInFailure {
            throw ConnectionRefusal(error)
        }
    }
}
