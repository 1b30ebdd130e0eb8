import Foundation

/// The files of the project as the rules see them: paths relative to the root, and lines.
struct SourceTree {
    struct File {
        let path: String
        let lines: [String]

        var name: String { path.split(separator: "/").last.map(String.init) ?? path }
        /// `Sources/JSON/Writer.swift` belongs to the module `JSON`.
        var module: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
    }

    static let root = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Every file under `folder` whose name ends in one of `suffixes`, sorted by path.
    static func files(under folder: String, suffixes: [String]) throws -> [File] {
        let start = root.appendingPathComponent(folder)
        guard let walk = FileManager.default.enumerator(atPath: start.path) else { return [] }
        let paths = walk.compactMap { $0 as? String }
            .filter { path in suffixes.contains { path.hasSuffix($0) } }
            .filter { !$0.contains(".build") && !$0.contains("node_modules") }
        return try paths.sorted().map { path in
            let text = try String(contentsOf: start.appendingPathComponent(path), encoding: .utf8)
            return File(path: folder + "/" + path, lines: text.components(separatedBy: "\n"))
        }
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
}
