import Cryptography
import FolderFormat
import LedgerCore
import SharedFolders

@testable import LedgerSync

/// What other homes put into a folder, made by hand; and what lies in it, by path.
extension MemoryFolder {
    static func withLedger(_ metadata: LedgerMetadata = Home.metadata) async -> MemoryFolder {
        let folder = MemoryFolder()
        await folder.put(metadata.encode(), at: LedgerPaths.metadata)
        return folder
    }

    /// A segment as another home's device writes it. Answers its path.
    @discardableResult
    func putSegment(
        _ device: DeviceID, _ name: String, _ plaintext: [UInt8], key: SymmetricKey = Home.key
    ) -> RelativePath {
        let path = RelativePath("events/\(device)/\(name)") ?? .folder
        put(Segment.seal(plaintext, key: key), at: path)
        return path
    }

    func plaintext(_ path: RelativePath) throws -> [UInt8] {
        try Segment.open(files[path] ?? [], key: Home.key, file: path.description)
    }

    /// The events of every segment, each file opened; throws when one does not.
    func events() throws -> [Event] {
        try files.keys.filter { $0.names.first == "events" }.flatMap { path in
            let contents = SegmentContents(decoding: try plaintext(path), file: path.description)
            guard contents.problems.isEmpty else { throw contents.problems[0] }
            return contents.events
        }.inOrder
    }
}

func lines(_ events: [Event]) -> [UInt8] {
    events.flatMap(EventEncoder.line)
}
