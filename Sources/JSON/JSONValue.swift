/// Any JSON text as a tree: for what is small and of unknown shape. Members keep their order; numbers keep their text.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])
}

package struct JSONMember: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue {
    /// Reads a whole text: one value, and nothing after it.
    package init(parsing bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try reader.readValue()
        try reader.finish()
    }

    /// The value of the member with exactly this name.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    package var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The integer, when the number is written as one and fits.
    package var integer: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }

    package var array: [JSONValue]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    package var members: [JSONMember]? {
        if case .object(let members) = self { members } else { nil }
    }

    package var isNull: Bool { self == .null }
}

extension JSONReader {
    /// One value of any kind, with everything in it.
    package mutating func readValue() throws(JSONError) -> JSONValue {
        switch try peekKind() {
        case .null:
            try readNull()
            return .null
        case .bool: return .bool(try readBool())
        case .number: return .number(try readNumber())
        case .string: return .string(try readString())
        case .array: return .array(try readElements())
        case .object: return .object(try readMembers())
        }
    }

    private mutating func readElements() throws(JSONError) -> [JSONValue] {
        try enterArray()
        var elements: [JSONValue] = []
        var isFirst = true
        while try nextElement(&isFirst) { elements.append(try readValue()) }
        return elements
    }

    private mutating func readMembers() throws(JSONError) -> [JSONMember] {
        try descend()
        var members: [JSONMember] = []
        var names = SeenNames()
        while true {
            skipSpace()
            if current == UInt8(ascii: "}") {
                ascend()
                return members
            }
            if !members.isEmpty { try passComma() }
            guard current == UInt8(ascii: "\"") else { throw unexpected() }
            let start = position
            let name = try readText()
            guard names.insert(name) else { throw JSONError(.duplicateName, at: start) }
            try passColon()
            members.append(JSONMember(String(decoding: name, as: UTF8.self), try readValue()))
        }
    }
}
