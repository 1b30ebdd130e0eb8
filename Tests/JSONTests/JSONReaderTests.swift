import JSON
import Testing

@Suite struct JSONReaderTests {
    static let fields = JSONFields("id", "kind", "payload")

    /// Reads an object of strings by its known names.
    private func read(_ text: String) throws(JSONError) -> (values: [Int: String], members: JSONMembers) {
        var reader = JSONReader(Array(text.utf8))
        var members = try reader.enterObject(Self.fields)
        var values: [Int: String] = [:]
        while let field = try reader.nextField(&members) { values[field] = try reader.readString() }
        try reader.finish()
        return (values, members)
    }

    @Test("members are found in any order, spelled with escapes or not")
    func order() throws {
        let expected = [0: "a", 1: "b", 2: "c"]
        #expect(try read(#"{"id":"a","kind":"b","payload":"c"}"#).values == expected)
        #expect(try read(#" { "payload" : "c" , "id" : "a" , "kind" : "b" } "#).values == expected)
        #expect(try read(#"{"k\u0069nd":"b","payload":"c","id":"a"}"#).values == expected)
    }

    @Test("unknown members are passed over, and a known one that is not there is missed")
    func unknown() throws {
        let (values, members) = try read(#"{"x":[1,{"y":null}],"id":"a","idx":2,"":false,"payload":"c"}"#)
        #expect(values == [0: "a", 2: "c"])
        #expect(members.missing(0..<3) == "kind")
        #expect(members.missing(0..<1) == nil && members.missing(2..<3) == nil)
    }

    @Test("a name that comes twice is refused, known or unknown, however many there are")
    func duplicates() {
        let many = (0..<100).map { "\"n\($0)\":0" }.joined(separator: ",")
        for text in [
            #"{"id":"a","id":"a"}"#, #"{"kind":"b","id":"a","kind":"b"}"#, #"{"x":1,"y":2,"x":3}"#,
            #"{"é":1,"\u00e9":1}"#,
            "{\(many),\"n0\":1}", "{\(many),\"n7\":1}", "{\(many),\"n99\":1}",
        ] {
            #expect { try read(text) } throws: { ($0 as? JSONError)?.reason == .duplicateName }
        }
    }

    @Test("names that only Swift's strings take for the same are two names")
    func normalisation() throws {
        let text = "{\"\u{e9}\":1,\"e\u{301}\":2,\"\u{212a}\":3,\"K\":4}"
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(value.members?.count == 4)
        #expect(value["K"]?.integer == 4)
        #expect(value["\u{212a}"]?.integer == 3)
        #expect(try read(text).values.isEmpty)
    }

    @Test("a value of another kind is refused")
    func kinds() {
        var reader = JSONReader(Array("[1]".utf8))
        #expect(throws: JSONError(.wrongKind, at: 0)) { try reader.readString() }
        #expect(throws: JSONError(.wrongKind, at: 0)) { _ = try reader.enterObject(Self.fields) }
        #expect(throws: JSONError(.wrongKind, at: 0)) { try reader.readBool() }
        #expect(throws: JSONError(.wrongKind, at: 0)) { try reader.readInteger() }
        #expect(throws: JSONError(.wrongKind, at: 0)) { try reader.readNull() }
    }

    @Test(
        "an integer is one that is written as one and fits",
        arguments: [
            ("0", 0), ("-0", 0), ("42", 42), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
            ("9223372036854775808", nil), ("-9223372036854775809", nil), ("1.0", nil), ("1e0", nil),
            ("99999999999999999999999", nil),
        ] as [(String, Int?)])
    func integers(text: String, expected: Int?) {
        var reader = JSONReader(Array(text.utf8))
        #expect((try? reader.readInteger()) == expected)
        #expect(JSONValue.number(text).integer == expected)
    }

    @Test("a part of a buffer is read as if it were alone, and errors count from the buffer's start")
    func range() throws {
        let bytes = Array(#"xx{"id":"a"}yy"#.utf8)
        var reader = JSONReader(bytes, in: 2..<12)
        #expect(try reader.readValue() == .object([JSONMember("id", .string("a"))]))
        try reader.finish()
        for end in 2..<12 {
            var cut = JSONReader(bytes, in: 2..<end)
            #expect(throws: JSONError(.unexpectedEnd, at: end)) { try cut.skipValue() }
        }
    }

    @Test("a text is a slice of the input unless it has escapes")
    func text() throws {
        var reader = JSONReader(Array(#"["abc","a\u00e9\ud83c\udf55\/"]"#.utf8))
        try reader.enterArray()
        var isFirst = true
        #expect(try reader.nextElement(&isFirst))
        let slice = try reader.readText()
        #expect(slice.startIndex == 2 && Array(slice) == Array("abc".utf8))
        #expect(try reader.nextElement(&isFirst))
        #expect(try Array(reader.readText()) == Array("aé🍕/".utf8))
        #expect(try !reader.nextElement(&isFirst))
    }

    @Test("a copy of a reader is a bookmark")
    func bookmark() throws {
        var reader = JSONReader(Array("[[1,2],3]".utf8))
        try reader.enterArray()
        var isFirst = true
        _ = try reader.nextElement(&isFirst)
        var later = reader
        try reader.skipValue()
        #expect(try reader.nextElement(&isFirst))
        #expect(try reader.readInteger() == 3)
        #expect(try later.readValue() == .array([.number("1"), .number("2")]))
    }
}
