/// Why bytes are not the JSON that was asked for, and where: `offset` counts bytes from the start of the input.
package struct JSONError: Error, Equatable, Sendable {
    package enum Reason: String, Sendable {
        case unexpectedEnd = "the text ends too early"
        case unexpectedByte = "unexpected byte"
        case trailingBytes = "there is something after the value"
        case badLiteral = "not true, false or null"
        case badNumber = "not a number as RFC 8259 writes them"
        case badEscape = "not an escape that RFC 8259 knows"
        case controlCharacter = "a control character stands unescaped in a string"
        case loneSurrogate = "half of a surrogate pair"
        case badUTF8 = "not UTF-8"
        case duplicateName = "the same name twice in one object"
        case tooDeep = "nested too deeply"
        case wrongKind = "a value of another kind was expected"
        case notAnInteger = "not an integer in range"
    }

    package var offset: Int
    package var reason: Reason

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String { "\(reason.rawValue) at byte \(offset)" }
}
