import Foundation
import SharedFolders

/// A directory that is gone, with everything in it, when the test ends.
func withTemporaryDirectory<Answer>(_ test: (String) async throws -> Answer) async throws -> Answer {
    let directory = FileManager.default.temporaryDirectory.appending(component: "splitclone-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await test(directory.path(percentEncoded: false))
}

extension RelativePath: ExpressibleByStringLiteral {
    /// For tests, whose paths are safe.
    public init(stringLiteral text: String) {
        guard let path = RelativePath(text) else { preconditionFailure("\(text) is not a safe path") }
        self = path
    }
}

extension Error {
    var isDamage: Bool {
        if case .damaged = self as? FolderError { true } else { false }
    }

    var isDenial: Bool {
        if case .denied = self as? FolderError { true } else { false }
    }

    var isUnreachable: Bool { (self as? FolderError)?.isTransport == true }
}
