/// Which names and paths the service takes (section 6.1, row D19).
enum ItemNames {
    static func check(_ name: String) throws(Refusal) {
        if name.utf16.count > 255 { throw .invalid("The path is too long.", inner: "pathIsTooLong") }
        let isBad =
            name.isEmpty || name.contains { "\"*:<>?/\\|".contains($0) } || name.hasPrefix(" ") || name.hasSuffix(" ")
            || name.hasSuffix(".") || name.hasPrefix("~$") || name.lowercased().contains("_vti_") || isReserved(name)
            || name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        if isBad { throw .invalid("The provided name cannot contain invalid characters.", inner: "invalidPath") }
    }

    static func checkFolder(_ name: String, isAtRoot: Bool) throws(Refusal) {
        try check(name)
        if name.hasPrefix("~") || (isAtRoot && name.lowercased() == "forms") {
            throw .invalid("The provided name is reserved.", inner: "invalidPath")
        }
    }

    /// From the root of the library, decoded, with the slashes between.
    static func checkPath(_ names: [String]) throws(Refusal) {
        let length = names.reduce(0) { $0 + $1.utf16.count } + max(0, names.count - 1)
        if length > 400 { throw .invalid("The path is too long.", inner: "pathIsTooLong") }
    }

    /// Reserved stems count with an extension too.
    private static func isReserved(_ name: String) -> Bool {
        let lower = name.lowercased()
        let stem = lower.prefix { $0 != "." }
        let devices = ["con", "prn", "aux", "nul"] + (0...9).flatMap { ["com\($0)", "lpt\($0)"] }
        return lower == ".lock" || lower == "desktop.ini" || devices.contains(String(stem))
    }

    /// `name 1.ext`, the first that is free.
    static func free(_ name: String, isFolder: Bool, isTaken: (String) -> Bool) -> String {
        let dot = isFolder ? nil : name.lastIndex(of: ".")
        let stem = name[..<(dot ?? name.endIndex)]
        let end = dot.map { String(name[$0...]) } ?? ""
        var number = 1
        while isTaken("\(stem) \(number)\(end)") { number += 1 }
        return "\(stem) \(number)\(end)"
    }
}
