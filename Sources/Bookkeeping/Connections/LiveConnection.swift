import LedgerCore
import SQLiteStore
import SharedFolders

/// A connection in use. Made once and kept: it holds the pause that a service asked for, tokens that were renewed, a
/// password that was refused, for all ledgers behind it together.
enum LiveConnection: Sendable {
    case directory(path: String)
    case webdav(WebDAVConnection)
    case onedrive(OneDriveAccount)

    /// The connection as it stands now.
    func view(_ record: FolderConnectionRecord) async -> FolderConnection {
        switch self {
        case .directory(let path):
            var view = FolderConnection(record, .directory)
            view.path = path
            view.account = path
            return view
        case .webdav(let connection):
            var view = FolderConnection(record, .webdav)
            let settings = connection.settings
            view.address = settings.address.text
            view.user = settings.user
            view.account = settings.user.isEmpty ? settings.address.host : "\(settings.user) (\(settings.address.host))"
            if connection.isRefused {
                view.state = .reconnect
                view.reason = "The server refuses this user name and password."
            }
            return view
        case .onedrive(let account):
            return await Self.view(FolderConnection(record, .onedrive), account)
        }
    }

    private static func view(_ connection: FolderConnection, _ account: OneDriveAccount) async -> FolderConnection {
        var view = connection
        switch await account.state {
        case .needsSignIn:
            view.state = .needsSignIn
        case .connected(let name):
            view.account = name ?? "OneDrive"
        case .reconnect(let reason):
            view.state = .reconnect
            view.reason = reason
        }
        if let signIn = await account.currentDeviceSignIn, signIn.progress != .done {
            view.deviceCode = FolderConnection.DeviceCode(signIn)
        }
        return view
    }

    /// Ends what runs by itself.
    func close() async {
        if case .onedrive(let account) = self { await account.close() }
    }
}

extension FolderConnection.DeviceCode {
    init(_ signIn: DeviceSignIn) {
        userCode = signIn.userCode
        verificationURI = signIn.verificationURI
        expiresAt = Instant(milliseconds: signIn.expiresAt)
        if case .failed(let reason) = signIn.progress { failure = reason }
    }
}

extension OneDriveRoot {
    /// As it is kept with a ledger's place; neither part can have a slash in it.
    var text: String { "\(drive)/\(item)" }

    init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else { return nil }
        self.init(drive: parts[0], item: parts[1])
    }
}
