/// What an `Accept-Encoding` field allows (RFC 9110 §12.5.3).
enum ContentCoding {
    /// Whether gzip is accepted, and no less than sending the file as it is.
    static func prefersGzip(_ field: String?) -> Bool {
        guard let field else { return false }
        var gzip: Int?
        var identity: Int?
        var other: Int?
        for element in field.split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
            guard let coding = parts.first?.lowercased(), let weight = weight(parts.dropFirst()) else { continue }
            switch coding {
            case "gzip", "x-gzip": gzip = weight
            case "identity": identity = weight
            case "*": other = weight
            default: continue
            }
        }
        let wanted = gzip ?? other ?? 0
        return wanted > 0 && wanted >= identity ?? 0
    }

    /// A quality value in thousandths; `nil` if it is not one.
    private static func weight(_ parameters: ArraySlice<Substring>) -> Int? {
        guard let parameter = parameters.first else { return 1000 }
        let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(trimmed)
        guard pair.count == 2, pair[0].lowercased() == "q" else { return nil }
        let digits = pair[1].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = digits.count == 2 ? digits[1] : ""
        guard digits[0] == "0" || digits[0] == "1", fraction.utf8.count <= 3,
            fraction.utf8.allSatisfy(ByteClass.isDigit)
        else { return nil }
        let thousandths = Int(fraction + String(repeating: "0", count: 3 - fraction.utf8.count)) ?? 0
        return digits[0] == "1" ? 1000 : thousandths
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.utf8.first, ByteClass.isBlank(first) { text = text.dropFirst() }
        while let last = text.utf8.last, ByteClass.isBlank(last) { text = text.dropLast() }
        return text
    }
}
