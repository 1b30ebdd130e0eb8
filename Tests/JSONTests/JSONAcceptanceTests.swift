import JSON
import Testing

/// What a strict reader takes and what it refuses, case by case.
@Suite struct JSONAcceptanceTests {
    static let accepted = [
        "null", "true", "false", " \t\r\n null \n", "\"\"", "0", "-0", "12", "-12", "0.5", "1e5", "1E+5", "1e-5", "0e0",
        "1.25e10", "123456789012345678901234567890", "1e999", "[]", "[ ]", "[1]", "[1 , 2]", "[[[]]]", "{}", "{ }",
        #"{"a":1}"#, #"{ "a" : 1 , "b" : [ ] }"#, #"{"":0}"#, #"{"a":{"a":{"a":1}}}"#, #"["\"\\\/\b\f\n\r\t"]"#,
        #""\u0000""#, #""\u00e9""#, #""\ud83c\udf55""#, #""\uD83C\uDF55""#, #""\uffff""#, "\"é\"", "\"🍕\"",
        "\"\u{7f}\"",
        "\"\u{2028}\"", "\"\u{10FFFF}\"", #"{"k":1,"K":2}"#,
    ]

    @Test("a JSON text is accepted", arguments: accepted)
    func accepts(text: String) throws {
        _ = try JSONValue(parsing: Array(text.utf8))
        var reader = JSONReader(Array(text.utf8))
        try reader.skipValue()
        try reader.finish()
    }

    static let refused: [(String, JSONError.Reason, Int)] = [
        ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3), ("nulL", .badLiteral, 0),
        ("True", .unexpectedByte, 0), ("NaN", .unexpectedByte, 0), ("Infinity", .unexpectedByte, 0),
        ("undefined", .unexpectedByte, 0), ("truefalse", .trailingBytes, 4), ("nullx", .trailingBytes, 4),
        ("1 2", .trailingBytes, 2), ("{}}", .trailingBytes, 2), ("null\0", .trailingBytes, 4),
        ("+1", .unexpectedByte, 0), (".5", .unexpectedByte, 0), ("-", .badNumber, 0), ("01", .badNumber, 0),
        ("-01", .badNumber, 0), ("00", .badNumber, 0), ("1.", .badNumber, 0), ("1.e1", .badNumber, 0),
        ("1e", .badNumber, 0),
        ("1e+", .badNumber, 0), ("-.5", .badNumber, 0), ("0x1", .trailingBytes, 1), ("1_000", .trailingBytes, 1),
        ("１", .unexpectedByte, 0), ("'a'", .unexpectedByte, 0), ("// x\n1", .unexpectedByte, 0),
        ("/**/1", .unexpectedByte, 0),
        ("[", .unexpectedEnd, 1), ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3), ("[1,]", .unexpectedByte, 3),
        ("[,1]", .unexpectedByte, 1), ("[1,,2]", .unexpectedByte, 3), ("[1 2]", .unexpectedByte, 3),
        ("[1}", .unexpectedByte, 2),
        ("]", .unexpectedByte, 0), ("[1:2]", .unexpectedByte, 2), ("{", .unexpectedEnd, 1),
        (#"{"a""#, .unexpectedEnd, 4),
        (#"{"a":"#, .unexpectedEnd, 5), (#"{"a":1"#, .unexpectedEnd, 6), (#"{"a":1,"#, .unexpectedEnd, 7),
        (#"{"a":1,}"#, .unexpectedByte, 7), (#"{,"a":1}"#, .unexpectedByte, 1), (#"{"a" 1}"#, .unexpectedByte, 5),
        (#"{"a"::1}"#, .unexpectedByte, 5), (#"{"a":1 "b":2}"#, .unexpectedByte, 7), (#"{a:1}"#, .unexpectedByte, 1),
        (#"{1:1}"#, .unexpectedByte, 1), (#"{"a":1]"#, .unexpectedByte, 6), (#"{"a","b"}"#, .unexpectedByte, 4),
        (#"{null:1}"#, .unexpectedByte, 1), (#"{"a":1,"a":2}"#, .duplicateName, 7),
        (#"{"a":1,"\u0061":2}"#, .duplicateName, 7), (#"[{"x":{"b":1,"b":1}}]"#, .duplicateName, 13),
        (#"""#, .unexpectedEnd, 1), (#""a"#, .unexpectedEnd, 2), ("\"a\nb\"", .controlCharacter, 2),
        ("\"\u{1f}\"", .controlCharacter, 1), ("\"\0\"", .controlCharacter, 1), ("\"a\tb\"", .controlCharacter, 2),
        (#""\"#, .unexpectedEnd, 2), (#""\x41""#, .badEscape, 1), (#""\'""#, .badEscape, 1),
        (#""\u12""#, .unexpectedEnd, 6),
        (#""\u12g4""#, .badEscape, 1), (#""\U0041""#, .badEscape, 1), (#""\u{41}""#, .badEscape, 1),
        (#""\ud800""#, .loneSurrogate, 1), (#""\udc00""#, .loneSurrogate, 1), (#""\ud800x""#, .loneSurrogate, 1),
        (#""\ud800\n""#, .loneSurrogate, 1), (#""\ud800\ud800""#, .loneSurrogate, 1),
        (#""\udc00\ud800""#, .loneSurrogate, 1),
        ("\u{FEFF}1", .unexpectedByte, 0), ("\u{a0}1", .unexpectedByte, 0), ("1\u{0b}", .trailingBytes, 1),
    ]

    @Test("what is not JSON is refused where it goes wrong", arguments: refused)
    func refuses(text: String, reason: JSONError.Reason, offset: Int) {
        let bytes = Array(text.utf8)
        #expect(throws: JSONError(reason, at: offset)) { try JSONValue(parsing: bytes) }
        #expect(throws: JSONError(reason, at: offset)) {
            var reader = JSONReader(bytes)
            try reader.skipValue()
            try reader.finish()
        }
    }

    @Test("nesting is accepted down to the limit and not further")
    func depth() throws {
        let limit = JSONReader.depthLimit
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            func nested(_ depth: Int) -> [UInt8] {
                Array((String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
            }
            _ = try JSONValue(parsing: nested(limit))
            #expect(throws: JSONError(.tooDeep, at: limit * open.utf8.count)) {
                try JSONValue(parsing: nested(limit + 1))
            }
        }
        let endless = [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)
        #expect(throws: JSONError(.tooDeep, at: limit)) { try JSONValue(parsing: endless) }
    }

    @Test("every two bytes, and every three that start a long character, are UTF-8 exactly when Swift says so")
    func utf8() {
        func check(_ bytes: [UInt8]) -> Bool {
            let expected = String(validating: bytes, as: UTF8.self)
            let read = try? JSONValue(parsing: [0x22] + bytes + [0x22])
            return read == expected.map(JSONValue.string)
        }
        var wrong: [[UInt8]] = []
        for first in UInt8(0x80)...0xFF {
            for second in UInt8(0)...0xFF where second != 0x22 && second != 0x5C && second >= 0x20 {
                if !check([first, second]) { wrong.append([first, second]) }
                for third in [0x41, 0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0xC0] as [UInt8] {
                    if !check([first, second, third]) { wrong.append([first, second, third]) }
                    for fourth in [0x7F, 0x80, 0xBF, 0xC0] as [UInt8] where first >= 0xF0 {
                        if !check([first, second, third, fourth]) { wrong.append([first, second, third, fourth]) }
                    }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test("a special byte is seen wherever in a long string it stands")
    func scanning() throws {
        for length in 0..<40 {
            for place in 0...length {
                for special in ["\"", "\\", "\u{1f}", "é", "\u{7f}"] {
                    let before = String(repeating: "a", count: place)
                    let after = String(repeating: "b", count: length - place)
                    let text = Array("[\"\(before)\(special)\(after)\"]".utf8)
                    let value = try? JSONValue(parsing: text)
                    let isCharacter = special == "é" || special == "\u{7f}"
                    // `\b` in front of the rest is an escape; `\"` at the end leaves the string open.
                    let isEscape = special == "\\" && place < length
                    #expect(
                        (value != nil) == (isCharacter || isEscape), "\(length) \(place) \(special.debugDescription)")
                }
            }
        }
    }
}
