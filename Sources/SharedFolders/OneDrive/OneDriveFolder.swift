import Synchronization

/// A folder in somebody's OneDrive, through Microsoft Graph (SC-ARC-PRV-1).
///
/// It is found once, by its path or from a share link, and from then on addressed by the ids of its drive and of itself:
/// the same for its owner and for everybody it is shared with. A 404 is never taken for absence before the service has
/// said so several times and in two ways (`find`); a folder that was there once is never made anew.
package struct OneDriveFolder: SharedFolder {
    package enum Root: Sendable {
        /// Below the signed-in person's own drive; made when it is missing.
        case path(RelativePath)
        /// Known from before, or shared by somebody else; never made.
        case item(OneDriveRoot)
    }

    let account: OneDriveAccount
    let calls: DriveCalls
    let root: Root
    let place: FolderPlace
    private let resolved: @Sendable (OneDriveRoot) -> Void

    /// `resolved` is told where the folder is, once: who keeps that can say `.item` the next time.
    package init(
        account: OneDriveAccount, root: Root, resolved: @escaping @Sendable (OneDriveRoot) -> Void = { _ in }
    ) {
        self.account = account
        self.root = root
        self.resolved = resolved
        calls = DriveCalls(account: account)
        place = FolderPlace()
        if case .item(let item) = root { place.found(item) }
    }

    /// Where the folder is. `missing` when nobody made it yet.
    package func location() async throws(FolderError) -> OneDriveRoot {
        if let known = place.root { return known }
        guard case .path(let path) = root else { throw Self.lost }
        guard let item = try await find(.ownDrive, path.names, path.description) else { throw .missing }
        return try settle(item, path.description)
    }

    /// Follows a shortcut to the folder it stands for.
    func settle(_ item: DriveItem, _ what: String) throws(FolderError) -> OneDriveRoot {
        if let remote = item.remote { return settle(remote) }
        guard item.kind == .folder else { throw .damaged("\(what) is not a folder in OneDrive") }
        guard let drive = item.driveID, let root = OneDriveRoot(drive: drive, item: item.id) else {
            throw DriveCalls.unreadable
        }
        return settle(root)
    }

    private func settle(_ root: OneDriveRoot) -> OneDriveRoot {
        place.found(root)
        resolved(root)
        return root
    }

    static let lost = FolderError.denied(
        "the folder is not in OneDrive any more, or it is no longer shared with this account; nothing here was deleted")
}

/// What is known of where things are: ids of the folder and of directories in it.
final class FolderPlace: Sendable {
    private struct Known {
        var root: OneDriveRoot?
        var directories: [RelativePath: String] = [:]
        /// When we made them, by the clock's `elapsed`.
        var made: [RelativePath: Duration] = [:]
    }

    private let known = Mutex(Known())

    var root: OneDriveRoot? { known.withLock { $0.root } }

    func found(_ root: OneDriveRoot) {
        known.withLock { $0 = Known(root: root) }
    }

    func directory(_ path: RelativePath) -> String? {
        known.withLock { path == .folder ? $0.root?.item : $0.directories[path] }
    }

    func found(_ directory: RelativePath, _ id: String) {
        known.withLock { if directory != .folder { $0.directories[directory] = id } }
    }

    func made(_ directory: RelativePath, _ id: String, at now: Duration) {
        known.withLock {
            $0.directories[directory] = id
            $0.made[directory] = now
        }
    }

    /// The id led nowhere.
    func forget(_ directory: RelativePath) {
        known.withLock { known in
            known.directories = known.directories.filter { !$0.key.names.starts(with: directory.names) }
        }
    }

    /// Made by us a moment ago: the service may not know it everywhere yet.
    func isNew(_ directory: RelativePath, at now: Duration) -> Bool {
        known.withLock { $0.made[directory].map { now - $0 < OneDriveLimits.newFolderAge } ?? false }
    }
}
