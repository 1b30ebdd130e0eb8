extension OneDriveFolder {
    /// The folder behind a share link somebody sent, made lastingly available to this account. Says in words what is
    /// wrong with a link that does not lead to a folder we may write to.
    package static func join(
        shareLink: String, account: OneDriveAccount
    ) async throws(FolderError) -> OneDriveRoot {
        guard let token = ShareToken(link: shareLink) else { throw .denied("that is not a share link of OneDrive") }
        let calls = DriveCalls(account: account)
        let item = try await redeem(token, calls, account.clock)
        let remote = item.driveID.flatMap { OneDriveRoot(drive: $0, item: item.id) }
        guard let root = item.remote ?? remote else { throw DriveCalls.unreadable }
        guard item.kind == .folder || item.remote != nil else {
            throw .damaged("the link leads to a single file, not to a shared folder")
        }
        try await OneDriveFolder(account: account, root: .item(root)).requireWritable()
        return root
    }

    /// A folder that this account was invited to: its ids are enough.
    package static func join(_ root: OneDriveRoot, account: OneDriveAccount) async throws(FolderError) {
        try await OneDriveFolder(account: account, root: .item(root)).requireWritable()
    }

    /// With `redeemSharingLink` the access stays when the link was used once.
    private static func redeem(
        _ token: ShareToken, _ calls: DriveCalls, _ clock: TransferClock
    ) async throws(FolderError) -> DriveItem {
        let path = ItemAddress.share(token).path(query: DriveItem.selection)
        for wait in [nil] + OneDriveLimits.secondLooks.map({ $0 as Duration? }) {
            if let wait {
                do { try await clock.sleep(wait) } catch { throw .unreachable("cancelled") }
            }
            let answer = try await calls.ask("GET", path, fields: [("Prefer", "redeemSharingLink")])
            switch answer.status {
            case 200: return try DriveCalls.item(answer)
            case 404: continue
            case 400:
                throw .denied(
                    "OneDrive does not know this link: paste the one made by \"Share\", not the address of a browser page"
                )
            case 403:
                throw .denied(
                    "this account may not use the link: it may be meant for other people, or for another account")
            default: throw GraphProblem(answer).folderError("the shared folder")
            }
        }
        throw .denied("the link is not valid any more: it was taken back, or it has expired")
    }

    /// Only a write tells whether we may write: lists of permissions mix everybody's. What it leaves is taken away again.
    func requireWritable() async throws(FolderError) {
        let root = try await location()
        let base = ItemAddress.item(root.item, in: root.drive)
        let name = TemporaryName.fresh()
        // Access given a moment ago may take a moment.
        for wait in [nil] + OneDriveLimits.secondLooks.map({ $0 as Duration? }) {
            if let wait { try await pause(wait) }
            do throws(FolderError) {
                switch try await calls.makeFolder(name, in: base) {
                case .folder(let item): return try await remove(item, root)
                // Also when a first request made it, and its answer was lost.
                case .somewhere, .nameTaken:
                    if let item = try await find(base, [name], "a test folder") { try await remove(item, root) }
                    return
                case .parentMissing: continue
                }
            } catch {
                guard case .denied = error, wait == nil else { throw error }
            }
        }
        throw .denied("the folder is shared for reading only; ask for a link that allows editing")
    }

    /// A folder just made may not be found at first.
    private func remove(_ item: DriveItem, _ root: OneDriveRoot) async throws(FolderError) {
        for wait in OneDriveLimits.secondLooks {
            if try await calls.delete(item.id, in: root.drive, "a test folder") { return }
            try await pause(wait)
        }
    }
}
