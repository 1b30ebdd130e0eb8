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
    package internal(set) var bytes: [UInt8]
    /// True when the next value or name needs a comma before it.
    private var needsComma = false
    private var isAfterKey = false
    private let isPretty: Bool
    private var depth = 0

    /// Appends to `bytes`, which may already hold something else.
    package init(appendingTo bytes: consuming [UInt8] = [], pretty: Bool = false) {
        self.bytes = bytes
        // Most answers fit; growing from nothing would copy the first kilobyte several times.
        self.bytes.reserveCapacity(bytes.count + 1024)
        isPretty = pretty
    }

    // MARK: Containers

    package mutating func object<E: Error>(_ content: (inout JSONWriter) throws(E) -> Void) throws(E) {
        begin(UInt8(ascii: "{"))
        try content(&self)
        end(UInt8(ascii: "}"))
    }

    package mutating func array<E: Error>(_ content: (inout JSONWriter) throws(E) -> Void) throws(E) {
        begin(UInt8(ascii: "["))
        try content(&self)
        end(UInt8(ascii: "]"))
    }

    mutating func begin(_ bracket: UInt8) {
        appendComma(separate())
        bytes.append(bracket)
        depth += 1
        needsComma = false
    }

    mutating func end(_ bracket: UInt8) {
        depth -= 1
        if isPretty && needsComma { breakLine() }
        bytes.append(bracket)
        needsComma = true
    }

    /// The name of the next value. `name` is plain ASCII that needs no escapes.
    package mutating func key(_ name: StaticString) {
        let (comma, spaced) = (separate(), isPretty)
        bytes.append(addingCapacity: name.utf8CodeUnitCount + 5) { output in
            if comma { output.append(UInt8(ascii: ",")) }
            output.append(name: name, spaced: spaced)
        }
        needsComma = false
        isAfterKey = true
    }

    /// The name of the next value, which is not known before the program runs.
    package mutating func key(named name: String) {
        append(nil, quoting: name.utf8.span, comma: separate(), spaced: false)
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
        needsComma = false
        isAfterKey = true
    }

    // MARK: Values

    package mutating func value(_ text: String) {
        append(nil, quoting: text.utf8.span, comma: separate(), spaced: false)
        needsComma = true
    }

    package mutating func value(_ number: some FixedWidthInteger) {
        if let word = Int(exactly: number) { value(word: word) } else { raw(number.description) }
    }

    mutating func value(word: Int) {
        let comma = separate()
        bytes.append(addingCapacity: 21) { output in
            if comma { output.append(UInt8(ascii: ",")) }
            if word < 0 { output.append(UInt8(ascii: "-")) }
            output.append(decimal: word.magnitude)
        }
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
        appendComma(separate())
        bytes.append(UInt8(ascii: "\""))
        content(&bytes)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// A value that is already JSON: a number's text, a literal.
    package mutating func raw(_ json: String) {
        appendComma(separate())
        bytes.append(contentsOf: json.utf8)
        needsComma = true
    }

    package mutating func value(_ value: some JSONWritable) {
        value.write(to: &self)
    }

    // MARK: Members

    package mutating func member(_ name: StaticString, _ text: String) {
        append(name, quoting: text.utf8.span, comma: separate(), spaced: isPretty)
        needsComma = true
    }

    /// `null` when there is no text.
    package mutating func member(_ name: StaticString, _ text: String?) {
        if let text { return member(name, text) }
        key(name)
        null()
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

    /// An array of what each element writes. Other modules call it, and everything here that is generic, unspecialised
    /// (`@inlinable` does nothing for `package`): for long arrays a loop in `array` is faster.
    package mutating func member<S: Sequence>(
        _ name: StaticString, each elements: S, _ write: (inout JSONWriter, S.Element) -> Void
    ) {
        key(name)
        array { json in
            for element in elements { write(&json, element) }
        }
    }

    // MARK: Bytes

    /// True when a comma is to be put before a name or a value; the line break of pretty output is put here, and its comma.
    private mutating func separate() -> Bool {
        if isAfterKey {
            isAfterKey = false
            return false
        }
        guard isPretty, depth > 0 else { return needsComma }
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        breakLine()
        return false
    }

    private mutating func appendComma(_ isNeeded: Bool) {
        if isNeeded { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func breakLine() {
        bytes.append(0x0A)
        bytes.append(contentsOf: repeatElement(0x20, count: 2 * depth))
    }
}
