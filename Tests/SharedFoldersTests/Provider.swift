import Foundation
import SharedFolders
import Testing

/// An implementation to be asked, with a place to live in for the length of one test.
enum Provider: String, CustomTestStringConvertible, Sendable {
    case memory, local

    var testDescription: String { rawValue }

    func withFolder(exists: Bool = true, _ test: (any SharedFolder) async throws -> Void) async throws {
        switch self {
        case .memory: try await test(MemoryFolder(exists: exists))
        case .local:
            try await withTemporaryDirectory { root in
                let folder = LocalFolder(root: root, path: "home/ledger")
                if exists { try await folder.makeDirectory(.folder) }
                try await test(folder)
            }
        }
    }

    /// Two views of one folder, as two processes would have them.
    func withFolders(_ test: ([any SharedFolder]) async throws -> Void) async throws {
        switch self {
        case .memory:
            let folder = MemoryFolder()
            try await test([folder, folder])
        case .local:
            try await withTemporaryDirectory { root in
                try await test([LocalFolder(root: root), LocalFolder(root: root)])
            }
        }
    }
}

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
