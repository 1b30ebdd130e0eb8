import LedgerCore

/// Texts as the formats of others want them.
enum WrittenText {
    /// Every run of white space and control characters becomes one space; none at the ends.
    static func oneLine(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
                if !result.isEmpty, result.last != " " { result.append(" ") }
            } else if !isNothing(scalar) {
                result.append(scalar)
            }
        }
        if result.last == " " { result.removeLast() }
        return String(result)
    }

    /// What XML 1.0 can not hold (section 2.2).
    private static func isNothing(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0xFFFE || scalar.value == 0xFFFF }

    /// The first characters, as people count them, in at most so many scalars: what other programs count.
    static func clipped(_ text: String, _ count: Int) -> String {
        var result = ""
        var length = 0
        for character in text {
            length += character.unicodeScalars.count
            if length > count { break }
            result.append(character)
        }
        return oneLine(result)
    }

    /// Text of an element, in XML and in OFX.
    static func escaped(_ text: String) -> String {
        oneLine(text).reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }

    static func date(_ day: CalendarDay, _ order: ExportFormat.DateOrder) -> String {
        let parts = day.description.split(separator: "-")
        return switch order {
        case .mdy: "\(parts[1])/\(parts[2])/\(parts[0])"
        case .dmy: "\(parts[2])/\(parts[1])/\(parts[0])"
        case .iso: day.description
        }
    }
}

extension Booking {
    /// Who else it is about, what it is labelled and what was noted, for the one field that other programs have for it.
    var memo: String {
        let noted = note.map(WrittenText.oneLine) ?? ""
        let parts = [counterparties.joined(separator: ", "), labels.joined(separator: "; "), noted]
        return parts.filter { !$0.isEmpty }.joined(separator: " | ")
    }
}

/// Rows of values between separators, quoted as RFC 4180 has it and only where needed, each ended by CRLF.
struct SeparatedRows {
    private(set) var text = ""
    private let separator: Character

    init(separator: Character) { self.separator = separator }

    mutating func append(_ fields: [String]) {
        text += fields.map(quoted).joined(separator: String(separator)) + "\r\n"
    }

    private func quoted(_ field: String) -> String {
        let needsQuotes = field.unicodeScalars.contains { scalar in
            scalar == "\"" || scalar == "\r" || scalar == "\n" || Character(scalar) == separator
        }
        return needsQuotes ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }
}
