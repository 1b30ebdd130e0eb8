import JSON
import Seeded
import Testing

@Suite struct JSONWriterTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("compact output has no space and keeps the order of the calls")
    func compact() {
        var json = JSONWriter()
        json.object { json in
            json.member("b", 1)
            json.member("a", "x")
            json.member("n", nil as String?)
            json.member("t", true)
            json.key("e")
            json.object { _ in }
            json.key(named: "é\"")
            json.array { json in
                json.value(-5)
                json.value(UInt64.max)
                json.value(Int.min)
                json.null()
                json.raw("1.50")
                json.plainString { $0.append(contentsOf: "id".utf8) }
                json.array { _ in }
            }
            json.member("each", each: [1, 2]) { json, number in json.value(number) }
            json.member("tree", JSONValue.array([.null]))
        }
        let expected =
            #"{"b":1,"a":"x","n":null,"t":true,"e":{},"#
            + #""é\"":[-5,18446744073709551615,-9223372036854775808,null,1.50,"id",[]],"each":[1,2],"tree":[null]}"#
        #expect(text(json.bytes) == expected)
    }

    @Test("pretty output is JavaScript's with an indent of two")
    func pretty() {
        var json = JSONWriter(pretty: true)
        json.object { json in
            json.member("a", 1)
            json.key("b")
            json.array { json in
                json.value("x")
                json.object { $0.member("c", false) }
            }
            json.key("d")
            json.object { _ in }
            json.key("e")
            json.array { _ in }
        }
        #expect(
            text(json.bytes) == """
                {
                  "a": 1,
                  "b": [
                    "x",
                    {
                      "c": false
                    }
                  ],
                  "d": {},
                  "e": []
                }
                """)
    }

    @Test("only what must be escaped is, as JSON.stringify does")
    func escapes() {
        let all =
            String(String.UnicodeScalarView((0..<0x30).map { Unicode.Scalar($0)! })) + "\\\u{7f}\u{2028}é🍕</script>"
        let expected =
            #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
            + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"#
            + " !\\\"#$%&'()*+,-./\\\\\u{7f}\u{2028}é🍕</script>\""
        var json = JSONWriter()
        json.value(all)
        #expect(text(json.bytes) == expected)
    }

    @Test("what must be escaped is, wherever it stands in a text of any length, and nothing else is")
    func everywhere() {
        let escapes: [(String, String)] = [
            ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\u{1}", #"\u0001"#), ("\u{1f}", #"\u001f"#),
            (" ", " "), ("!", "!"), ("#", "#"), ("[", "["), ("]", "]"), ("\u{7f}", "\u{7f}"), ("é", "é"), ("🍕", "🍕"),
        ]
        for length in 0..<28 {
            for place in 0...length {
                let (before, after) = (
                    String(repeating: "a", count: place), String(repeating: "z", count: length - place)
                )
                for (character, escape) in escapes {
                    var json = JSONWriter()
                    json.object { $0.member("name", before + character + after + character) }
                    #expect(text(json.bytes) == #"{"name":""# + before + escape + after + escape + #""}"#)
                }
            }
        }
    }

    @Test("output can be appended to what is there already")
    func appending() {
        var json = JSONWriter(appendingTo: Array("head ".utf8))
        json.array { $0.value(1) }
        #expect(text(json.bytes) == "head [1]")
    }

    @Test("a failure inside a container comes out as it is")
    func failure() {
        struct Refused: Error {}
        var json = JSONWriter()
        #expect(throws: Refused.self) {
            try json.object { (_) throws(Refused) in throw Refused() }
        }
    }

    @Test("what is written is read back the same, whatever is in it")
    func roundTrip() throws {
        var random = SplitMix(7)
        for _ in 0..<2000 {
            let value = JSONValue.random(depth: 4, &random)
            #expect(try JSONValue(parsing: value.json) == value)
            var pretty = JSONWriter(pretty: true)
            pretty.value(value)
            #expect(try JSONValue(parsing: pretty.bytes) == value)
        }
    }
}
