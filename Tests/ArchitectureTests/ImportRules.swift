import Foundation

/// The map of `docs/architecture.md` as data: the floors, and which outside thing each module may touch.
enum ImportRules {
    /// From the top floor down, each floor from left to right. Imports go down, or right on the same floor.
    static let floors: [[String]] = [
        ["splitclone"],
        ["WebAPI", "HTTPServer"],
        ["Bookkeeping", "LedgerSync", "SharedFolders"],
        ["SQLiteStore", "FolderFormat", "Cryptography"],
        ["Interchange", "Accounts", "LedgerCore", "JSON"],
    ]

    /// Modules that are not ours. What is missing here may not be imported; the core floor has no line at all.
    static let outside: [String: Set<String>] = [
        "splitclone": ["ArgumentParser", "CTimex", "Logging", "Dispatch", "Glibc", "Synchronization"],
        "WebAPI": ["CQREncode", "Logging", "Synchronization", "Glibc"],
        "HTTPServer": ["CEpoll", "CZlib", "Logging", "Dispatch", "Glibc", "Synchronization"],
        "Bookkeeping": ["Logging", "Synchronization"],
        "LedgerSync": ["Logging", "Synchronization"],
        "SharedFolders": ["CCurl", "CExpat", "CMalloc", "Glibc", "Synchronization", "Dispatch"],
        "SQLiteStore": ["GRDB", "GRDBSQLite", "Dispatch", "FoundationEssentials", "Glibc", "Synchronization"],
        "Cryptography": ["COpenSSL", "Glibc", "Synchronization"],
    ]

    static func mayImport(_ importing: String, _ imported: String) -> Bool {
        guard let from = place(of: importing), let to = place(of: imported) else { return false }
        return from.floor < to.floor || (from.floor == to.floor && from.column < to.column)
    }

    static func place(of module: String) -> (floor: Int, column: Int)? {
        for (floor, modules) in floors.enumerated() {
            if let column = modules.firstIndex(of: module) { return (floor, column) }
        }
        return nil
    }

    /// The module named by an `import` line, with any access level or attribute before it.
    static func imported(by line: String) -> String? {
        let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
        guard let keyword = words.firstIndex(of: "import"), keyword + 1 < words.count else { return nil }
        let levels: Set = ["package", "internal", "private", "fileprivate", "public", "@testable", "@preconcurrency"]
        guard words[..<keyword].allSatisfy({ levels.contains($0) || $0.hasPrefix("@_") }) else { return nil }
        let kinds: Set = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
        let name = kinds.contains(words[keyword + 1]) ? words.dropFirst(keyword + 2).first : words[keyword + 1]
        return name?.split(separator: ".").first.map(String.init)
    }

    /// What `Package.swift` says a module imports: our own modules only. Programs that only test have a `path`.
    static func declared(in manifest: String) -> [String: Set<String>] {
        let ours = Set(floors.joined())
        var result: [String: Set<String>] = [:]
        let executable =
            #/
            \.executableTarget\(\s*name:\s"(?<name>\w+)",\s*dependencies:\s\[(?<list>[^\]]*)\],\s*swiftSettings
            /#
        let module = #/\bmodule\(\s*"(?<name>\w+)"(?:,\s*imports: \[(?<list>[^\]]*)\])?\)/#
        func add(_ name: Substring, _ list: Substring?) {
            let names = (list ?? "").matches(of: #/"(\w+)"/#).map { String($0.output.1) }
            result[String(name)] = Set(names).intersection(ours)
        }
        for match in manifest.matches(of: executable) { add(match.output.name, match.output.list) }
        for match in manifest.matches(of: module) { add(match.output.name, match.output.list) }
        return result
    }
}
