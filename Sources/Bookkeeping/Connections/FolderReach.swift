package import SharedFolders

/// How far folder connections reach: the places of this machine that its operator allowed, and the services outside as
/// this server is configured for them.
package struct FolderReach: Sendable {
    let roots: FolderRoots
    let oneDrive: OneDriveSettings
    let transfer: CurlTransfer

    package init(roots: FolderRoots, oneDrive: OneDriveSettings, transfer: CurlTransfer = CurlTransfer()) {
        self.roots = roots
        self.oneDrive = oneDrive
        self.transfer = transfer
    }
}
