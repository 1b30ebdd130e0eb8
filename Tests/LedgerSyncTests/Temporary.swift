import Foundation

/// A directory that is gone, with everything in it, when the test ends.
func withTemporaryDirectory<Answer>(_ test: (String) async throws -> Answer) async throws -> Answer {
    let directory = FileManager.default.temporaryDirectory.appending(component: "splitclone-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    return try await test(directory.path(percentEncoded: false))
}
