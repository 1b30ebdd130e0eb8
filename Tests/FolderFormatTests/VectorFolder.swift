import Cryptography
import FolderFormat
import Foundation
import JSON

/// A ledger folder written by an independent implementation, as `Tests/Vectors/v1` keeps it.
struct VectorFolder {
    static let all = ["flat", "trip", "two"].map(VectorFolder.init)

    let name: String

    private static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Vectors/v1")

    private var directory: URL { Self.root.appendingPathComponent(name) }

    func expected() throws -> JSONValue {
        try JSONValue(parsing: Array(Data(contentsOf: directory.appendingPathComponent("expected.json"))))
    }

    func key() throws -> SymmetricKey {
        try JoinCode.decode(expected()["joinCode"]?.string ?? "")
    }

    func metadata() throws -> [UInt8] { try read("ledger.json") }

    func read(_ path: String) throws -> [UInt8] { try file("folder/\(path)") }

    /// A file beside the folder: what is expected of it.
    func file(_ path: String) throws -> [UInt8] {
        try Array(Data(contentsOf: directory.appendingPathComponent(path)))
    }

    /// The paths of the segments, as text, sorted.
    func segments() throws -> [String] {
        let folder = directory.appendingPathComponent("folder")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        return paths.filter { $0.contains(".jsonl") }.sorted()
    }

    func plaintext(_ path: String) throws -> [UInt8] {
        try Segment.open(read(path), key: key(), file: path)
    }
}
