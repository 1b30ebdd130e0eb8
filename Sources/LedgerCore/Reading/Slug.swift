/// A name made fit for a file name: lower-case ASCII letters and digits, hyphens between them.
package enum Slug {
    package static let length = 40

    /// - Parameter fallback: when nothing of the name can be kept.
    package static func of(_ name: String, fallback: String) -> String {
        var slug = ""
        for scalar in name.lowercased().unicodeScalars {
            if let plain = plain(scalar) {
                slug += plain
            } else if scalar.properties.canonicalCombiningClass == .notReordered, slug.last != "-", !slug.isEmpty {
                slug += "-"
            }
        }
        let kept = slug.prefix(length).drop { $0 == "-" }
        let end = kept.lastIndex { $0 != "-" }
        return end.map { String(kept[...$0]) } ?? fallback
    }

    /// Latin letters lose their marks: the Unicode name of `é` is LATIN SMALL LETTER E WITH ACUTE.
    private static func plain(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "a"..."z", "0"..."9": return String(scalar)
        case "ß": return "ss"
        case "ı": return "i"
        default: break
        }
        let words = (scalar.properties.name ?? "").split(separator: " ")
        guard words.count > 3, words[0...2] == ["LATIN", "SMALL", "LETTER"], words[3].count <= 2,
            words.count == 4 || words[4] == "WITH"
        else { return nil }
        return words[3].lowercased()
    }
}
