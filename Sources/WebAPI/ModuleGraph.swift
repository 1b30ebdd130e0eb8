import HTTPServer

/// Which modules a page needs before its first line runs: those that `import … from` and `export … from` reach from its
/// entries. What a module fetches later with `import()` is not among them.
enum ModuleGraph {
    /// Paths in the order in which a browser learns of them: level by level, so that what all others wait for is first.
    static func reached(from entries: [String], in files: [String: StaticFile]) -> [String] {
        var found = entries
        var seen = Set(entries)
        var next = 0
        while next < found.count {
            let path = found[next]
            next += 1
            for specifier in specifiers(files[path]?.bytes ?? []) {
                guard let target = resolved(specifier, from: path), seen.insert(target).inserted else { continue }
                found.append(target)
            }
        }
        return found.filter { files[$0] != nil }
    }

    /// The module specifiers of the static imports: statements that begin a line and end with a literal and a semicolon.
    private static func specifiers(_ source: [UInt8]) -> [String] {
        let starts = source.indices.filter { place in
            (place == 0 || source[place - 1] == newline) && keywords.contains { source[place...].starts(with: $0) }
        }
        return starts.compactMap { start in
            let statement = source[start...].prefix { $0 != UInt8(ascii: ";") }
            guard let quote = statement.last, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                return nil
            }
            return String(decoding: statement.dropLast().reversed().prefix { $0 != quote }.reversed(), as: UTF8.self)
        }
    }

    private static let newline = UInt8(ascii: "\n")

    /// `import(` is a call, and `export const` brings nothing in.
    private static let keywords = ["import ", "import{", "import\"", "import'", "export {", "export{", "export *"]
        .map { Array($0.utf8) }

    /// A relative reference against the module it stands in (RFC 3986 §5.2.4); null for a bare name.
    private static func resolved(_ specifier: String, from path: String) -> String? {
        guard specifier.hasPrefix("/") || specifier.hasPrefix("./") || specifier.hasPrefix("../") else { return nil }
        var segments = specifier.hasPrefix("/") ? [] : path.split(separator: "/").dropLast()
        for segment in specifier.split(separator: "/") where segment != "." {
            if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
        }
        return "/" + segments.joined(separator: "/")
    }
}
