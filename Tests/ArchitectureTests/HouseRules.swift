import Foundation

/// The house rules a machine can hold (`docs/architecture.md`). Each takes a file and gives one line per breach.
enum HouseRules {
    static let swiftFileLines = 400
    static let swiftFunctionLines = 60
    static let scriptFileLines = 200
    static let scriptFunctionLines = 30
    static let emptyNames: Set = [
        "Utils", "Util", "Helper", "Helpers", "Manager", "Service", "Base", "Common", "Impl", "Info",
    ]
    static let unsafeWords = [
        "try!", "as!", "fatalError(", "@unchecked Sendable", "nonisolated(unsafe)", "unsafeBitCast",
    ]

    static func tooLong(_ file: SourceTree.File, limit: Int) -> [String] {
        let count = file.lines.last == "" ? file.lines.count - 1 : file.lines.count
        return count > limit ? ["\(file.path): \(count) lines"] : []
    }

    /// The formatter guarantees that a function ends at the first `}` that stands at its own indentation.
    static func longFunctions(_ file: SourceTree.File, limit: Int) -> [String] {
        let starts = file.path.hasSuffix(".js") ? startsScriptFunction : startsSwiftFunction
        return file.lines.indices.filter { starts(file.lines[$0]) }.compactMap { start in
            let indent = file.lines[start].prefix { $0 == " " }
            let end = file.lines[(start + 1)...].firstIndex { $0.hasPrefix(indent + "}") } ?? start
            let oneLine = file.lines[start].hasSuffix("}") && !file.lines[start].hasSuffix("{}}")
            let length = oneLine ? 1 : end - start + 1
            return length > limit ? "\(file.path):\(start + 1): \(length) lines" : nil
        }
    }

    static func startsSwiftFunction(_ line: String) -> Bool {
        let keywords = ["func ", "init", "subscript", "deinit"]
        guard keywords.contains(where: line.contains) else { return false }
        return line.firstMatch(
            of: #/^\s*(?:@\w+(?:\([^)]*\))? |[a-z]+(?:\(set\))? )*(?:func\s|init[?<(]|subscript[<(]|deinit\s)/#) != nil
    }

    static func startsScriptFunction(_ line: String) -> Bool {
        guard line.hasSuffix("{") else { return false }
        if line.firstMatch(of: #/^\s*(?:if|for|while|switch|with|catch|else|do|try|}|class)\b/#) != nil { return false }
        return line.firstMatch(of: #/\bfunction\b|=>\s*\{$|^\s*(?:static |async |get |set |\*)*#?\w+\(.*\)\s*\{$/#)
            != nil
    }

    /// Names of files and of types, word by word: `Database` is a word of its own, `DataBase` is not.
    static func emptyWords(_ file: SourceTree.File) -> [String] {
        let declaration = #/\b(?:struct|class|enum|actor|protocol|typealias)\s+(?<name>[A-Z]\w*)/#
        let keywords = ["struct ", "class ", "enum ", "actor ", "protocol ", "typealias "]
        let types = file.lines.filter { line in keywords.contains(where: line.contains) }.map(code)
            .flatMap { $0.matches(of: declaration).map { String($0.output.name) } }
        let stem = file.name.split(separator: ".").first.map(String.init) ?? ""
        let titled = stem.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        // The platform's own word, not ours.
        let names = ([titled] + types).filter { $0 != "ServiceWorker" }
        return names.filter { !emptyNames.isDisjoint(with: words($0)) }.map { "\(file.path): \($0)" }
    }

    static func words(_ name: String) -> Set<String> {
        Set(name.matches(of: #/[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[a-z0-9]+/#).map { String($0.output) })
    }

    /// An unsafe word needs `Safe because …` on its line or on the line above.
    static func unexplained(_ file: SourceTree.File) -> [String] {
        file.lines.indices.compactMap { index in
            let line = file.lines[index]
            guard unsafeWords.contains(where: { line.contains($0) && code(line).contains($0) }) else { return nil }
            let above = index > 0 ? file.lines[index - 1] : ""
            if (above + file.lines[index]).contains("Safe because ") { return nil }
            return "\(file.path):\(index + 1): \(file.lines[index].trimmingCharacters(in: .whitespaces))"
        }
    }

    static func publicNames(_ file: SourceTree.File) -> [String] {
        let pattern =
            #/^\s*(?:public|open)\s+(?:\w+\s+)*(?:struct|class|enum|actor|protocol|func|var|let|init|import)\b/#
        return file.lines.indices.filter { index in
            let line = file.lines[index]
            return (line.contains("public ") || line.contains("open ")) && code(line).firstMatch(of: pattern) != nil
        }.map { "\(file.path):\($0 + 1): \(file.lines[$0].trimmingCharacters(in: .whitespaces))" }
    }

    /// Words without which nothing of ours runs beside anything else.
    static func concurrentWords(_ file: SourceTree.File) -> [String] {
        let pattern =
            #/\b(?:async|await|actor|Task|Mutex|Atomic|Thread|Dispatch\w*|nonisolated\(unsafe\)|pthread_\w+)\b/#
        return file.lines.indices.filter { code(file.lines[$0]).firstMatch(of: pattern) != nil }
            .map { "\(file.path):\($0 + 1): \(file.lines[$0].trimmingCharacters(in: .whitespaces))" }
    }

    static func leftOverMarks(_ file: SourceTree.File) -> [String] {
        let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
        return file.lines.indices.filter { index in
            let line = file.lines[index]
            return marks.contains { mark in
                line.contains(mark) && line.split(whereSeparator: { !$0.isLetter }).contains(Substring(mark))
            }
        }.map { "\(file.path):\($0 + 1)" }
    }

    /// The line without its comment.
    static func code(_ line: String) -> Substring {
        var previous: Character = " "
        var index = line.startIndex
        while let slash = line[index...].firstIndex(of: "/") {
            if slash > line.startIndex { previous = line[line.index(before: slash)] }
            if line[slash...].hasPrefix("//"), previous == " " { return line[..<slash] }
            index = line.index(after: slash)
        }
        return line[...]
    }
}
