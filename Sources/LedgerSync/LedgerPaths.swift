import FolderFormat
import LedgerCore
import SharedFolders

/// The paths of a ledger's folder, as the shared folder wants them.
enum LedgerPaths {
    static let metadata = path(FolderPath.metadata)
    static let events = path(FolderPath.events)

    static func device(_ device: DeviceID) -> RelativePath {
        path(FolderPath.device(device))
    }

    static func segment(_ segment: SegmentPath) -> RelativePath {
        path(segment.description)
    }

    /// Names that programs keep for themselves: `.stfolder`, `.DS_Store`, `~$x`, `desktop.ini`. Nobody's ledger.
    static func isSystemFile(_ name: String) -> Bool {
        name.hasPrefix(".") || name.hasPrefix("~") || ["desktop.ini", "Thumbs.db", "lost+found"].contains(name)
    }

    private static func path(_ text: String) -> RelativePath {
        guard let path = RelativePath(text) else { preconditionFailure("\(text) is built from safe names only") }
        return path
    }
}
