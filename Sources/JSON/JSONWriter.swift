/// Writes JSON into a byte buffer, in the order of the calls; compact, or with two-space indent.
///
/// Compact output is, byte for byte, what JavaScript's `JSON.stringify` writes: only what must be escaped is
/// (ECMA-262 `QuoteJSONString`), nothing else. The caller keeps names unique and values in their places:
///
///     var json = JSONWriter()
///     json.object { json in
///         json.member("name", "Anna")
///         json.key("tags")
///         json.array { json in json.value("a") }
///     }
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8]
    /// True when the next value or name needs a comma before it.
    private var needsComma = false
    private var isAfterKey = false
    private let isPretty: Bool
    private var depth = 0

    /// Appends to `bytes`, which may already hold something else.
    package init(appendingTo bytes: consuming [UInt8] = [], pretty: Bool = false) {
        self.bytes = bytes
        isPretty = pretty
    }

    // MARK: Containers

    package mutating func object<E: Error>(_ content: (inout JSONWriter) throws(E) -> Void) throws(E) {
        try container(open: UInt8(ascii: "{"), close: UInt8(ascii: "}"), content)
    }

    package mutating func array<E: Error>(_ content: (inout JSONWriter) throws(E) -> Void) throws(E) {
        try container(open: UInt8(ascii: "["), close: UInt8(ascii: "]"), content)
    }

    private mutating func container<E: Error>(
        open: UInt8, close: UInt8, _ content: (inout JSONWriter) throws(E) -> Void
    ) throws(E) {
        separate()
        bytes.append(open)
        depth += 1
        needsComma = false
        try content(&self)
        depth -= 1
        if isPretty && needsComma { breakLine() }
        bytes.append(close)
        needsComma = true
    }

    /// The name of the next value. `name` is plain ASCII that needs no escapes.
    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(UInt8(ascii: "\""))
        endKey()
    }

    /// The name of the next value, which is not known before the program runs.
    package mutating func key(named name: String) {
        separate()
        append(quoting: name)
        endKey()
    }

    private mutating func endKey() {
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
        needsComma = false
        isAfterKey = true
    }

    // MARK: Values

    package mutating func value(_ text: String) {
        separate()
        append(quoting: text)
        needsComma = true
    }

    package mutating func value(_ number: some FixedWidthInteger) {
        separate()
        append(number)
        needsComma = true
    }

    package mutating func value(_ truth: Bool) {
        raw(truth ? "true" : "false")
    }

    package mutating func null() {
        raw("null")
    }

    /// A string of plain ASCII that needs no escapes (ids, dates, amounts): written by `content` between the marks.
    package mutating func plainString(_ content: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        content(&bytes)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// A value that is already JSON: a number's text, a literal.
    package mutating func raw(_ json: String) {
        separate()
        bytes.append(contentsOf: json.utf8)
        needsComma = true
    }

    /// A value that is already JSON, compact: a cached piece of an answer.
    package mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    package mutating func value(_ value: some JSONWritable) {
        value.write(to: &self)
    }

    // MARK: Members

    package mutating func member(_ name: StaticString, _ text: String) {
        key(name)
        value(text)
    }

    /// `null` when there is no text.
    package mutating func member(_ name: StaticString, _ text: String?) {
        key(name)
        if let text { value(text) } else { null() }
    }

    package mutating func member(_ name: StaticString, _ number: some FixedWidthInteger) {
        key(name)
        value(number)
    }

    package mutating func member(_ name: StaticString, _ truth: Bool) {
        key(name)
        value(truth)
    }

    package mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        key(name)
        self.value(value)
    }

    /// An array of what each element writes.
    package mutating func member<S: Sequence>(
        _ name: StaticString, each elements: S, _ write: (inout JSONWriter, S.Element) -> Void
    ) {
        key(name)
        array { json in
            for element in elements { write(&json, element) }
        }
    }

    // MARK: Bytes

    /// Comma and line break before a name or a value; nothing between a name and its value.
    private mutating func separate() {
        if isAfterKey {
            isAfterKey = false
            return
        }
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        if isPretty && depth > 0 { breakLine() }
    }

    private mutating func breakLine() {
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }

    private mutating func append(_ number: some FixedWidthInteger) {
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        } while rest > 0
        bytes[start...].reverse()
    }

    private mutating func append(quoting text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var plain = 0
            for index in utf8.indices where utf8[index] < 0x20 || utf8[index] == 0x22 || utf8[index] == 0x5C {
                bytes.append(contentsOf: utf8[plain..<index])
                appendEscape(utf8[index])
                plain = index + 1
            }
            bytes.append(contentsOf: utf8[plain...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(_ byte: UInt8) {
        let letter: UInt8 =
            switch byte {
            case 0x08: UInt8(ascii: "b")
            case 0x09: UInt8(ascii: "t")
            case 0x0A: UInt8(ascii: "n")
            case 0x0C: UInt8(ascii: "f")
            case 0x0D: UInt8(ascii: "r")
            case 0x22, 0x5C: byte
            default: UInt8(ascii: "u")
            }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
        guard letter == UInt8(ascii: "u") else { return }
        let hex = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: [0x30, 0x30, hex[Int(byte >> 4)], hex[Int(byte & 15)]])
    }
}

/// What can write itself as one JSON value.
package protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}

extension JSONValue: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let value): json.value(value)
        case .number(let text): json.raw(text)
        case .string(let text): json.value(text)
        case .array(let elements):
            json.array { json in
                for element in elements { element.write(to: &json) }
            }
        case .object(let members):
            json.object { json in
                for member in members {
                    json.key(named: member.name)
                    member.value.write(to: &json)
                }
            }
        }
    }
}
