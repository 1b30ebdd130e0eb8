import SQLiteStore
import SharedFolders
import Synchronization

/// A folder that somebody chose, and where it turned out to be.
struct ChosenFolder: Sendable {
    let folder: any SharedFolder
    private let chosen: FolderPlace
    private let found: FoundItem

    init(_ chosen: FolderPlace, _ folder: any SharedFolder, found: FoundItem) {
        self.folder = folder
        self.chosen = chosen
        self.found = found
    }

    /// To be kept with the ledger.
    var place: FolderPlace {
        var place = chosen
        place.item = place.item ?? found.item
        return place
    }

    /// What the service calls it, as soon as that is known.
    final class FoundItem: Sendable {
        private let text = Mutex<String?>(nil)

        var item: String? { text.withLock { $0 } }

        func note(_ item: String) { text.withLock { $0 = item } }
    }
}
