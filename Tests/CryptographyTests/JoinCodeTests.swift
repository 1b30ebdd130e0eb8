import Cryptography
import JSON
import Testing

@Suite struct JoinCodeTests {
    /// Made by the independent implementation that wrote the version-1 vectors.
    static let code = "SC1.9bFlIkpYt5HfavHYMD5hzcS7hsPRxCcQPDRMQYnrLx4.42e6"
    static let other = "SC1.c6m-9Jm79Nx70qTyyK9b2Z8meg7TGXIX3Su6FTdDblw.6c83"

    @Test("SC-ARC-ENC-4: other implementations' codes are read and written alike")
    func vectors() throws {
        let key = try JoinCode.decode(Self.code)
        #expect(key.fingerprint == "42e6ba1d63cd370e33d9ca73f70a6487")
        #expect(JoinCode.encode(key) == Self.code)
        let cases = try CryptoVectors.cases("joinCodes")
        #expect(cases.count == 8)
        for vector in cases {
            #expect(JoinCode.encode(try vector.key()) == vector.text("code"))
            #expect(try JoinCode.decode(vector.text("code")) == vector.key())
            #expect(try vector.key().fingerprint == vector.text("fingerprint"))
        }
    }

    @Test("white space around a code and the case of its checksum do not matter")
    func tolerance() throws {
        let key = try JoinCode.decode(Self.code)
        let upper = String(Self.code.dropLast(4)) + "42E6"
        for text in [" \(Self.code)\n", "\r\n\t\(Self.code)", "\u{a0}\(Self.code)\u{2003}", upper] {
            #expect(try JoinCode.decode(text) == key)
            #expect(try JoinCode.find(in: text) == key)
        }
    }

    @Test("every change of one character is refused")
    func mutations() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= \n\0éÀ１"
        let code = Array(Self.code)
        for place in code.indices {
            for letter in letters where letter != code[place] {
                var changed = code
                changed[place] = letter
                // The checksum's case is free, and white space at the ends falls away.
                if place >= 48 && letter.lowercased() == code[place].lowercased() { continue }
                #expect(throws: JoinCodeError.self, "\(String(changed))") { try JoinCode.decode(String(changed)) }
            }
            var cut = code
            cut.remove(at: place)
            #expect(throws: JoinCodeError.malformed) { try JoinCode.decode(String(cut)) }
            var longer = code
            longer.insert("A", at: place)
            #expect(throws: JoinCodeError.malformed) { try JoinCode.decode(String(longer)) }
        }
    }

    @Test("a mistyped code is told from one that is malformed")
    func kinds() {
        func refusal(_ text: String) -> JoinCodeError? {
            do throws(JoinCodeError) {
                _ = try JoinCode.decode(text)
                return nil
            } catch {
                return error
            }
        }
        let (key, sum) = (Self.code.dropFirst(4).dropLast(5), "42e6")
        #expect(refusal("SC1.8\(key.dropFirst()).\(sum)") == .mistyped)
        #expect(refusal("SC1.\(key).42e7") == .mistyped)
        // The last letter's two low bits are no part of the key: only one of four spellings is taken.
        #expect(refusal("SC1.\(key.dropLast())5.\(sum)") == .malformed)
        for text in [
            "", " ", "SC1", "SC1..", "SC2.\(key).\(sum)", "sc1.\(key).\(sum)", "\(key)", "SC1.\(key)", "SC1.\(key).",
            "SC1.\(key).42e", "SC1.\(key).42e66", "SC1.\(key).42eg", "SC1.\(key).\(sum).", "SC1.\(key)=.\(sum)",
            "SC1. \(key).\(sum)", "SC1.\(key) .\(sum)", "SC1.\(key).\(sum) x", "\u{FEFF}SC1.\(key).\(sum)",
            "SC1.\(String(repeating: "A", count: 1_000_000)).\(sum)",
        ] {
            #expect(refusal(text) == .malformed, "\(text.prefix(80))")
        }
    }

    @Test(
        "a code is found in a text that was pasted whole",
        arguments: [
            "\(code)", "Join us: \(code)", "\(code) – see you!", "The code is \(code).", "(\(code))", "code:\(code),ok",
            "https://1drv.ms/f/s!AbC SC1.\n\nOpen https://example.org/?x=SC1.y and enter\r\n\r\n    \(code)\r\n\r\nBye",
            "once \(code) and twice \(code)", "„\(code)“", "wrong SC1.abc then \(code)", "🍕\(code)🍕",
        ])
    func found(text: String) throws {
        #expect(try JoinCode.find(in: text) == JoinCode.decode(Self.code))
    }

    @Test("a text without a whole code is refused, with the reason that helps most")
    func notFound() {
        let mistyped = String(Self.code.dropLast(4)) + "0000"
        for (text, reason) in [
            ("", JoinCodeError.malformed), ("Hello, no code here", .malformed), ("SC1. SC1. SC1.", .malformed),
            ("x\(Self.code)", .malformed), ("-\(Self.code)", .malformed), ("\(Self.code)0", .malformed),
            ("\(Self.code)_", .malformed), ("Code: \(mistyped)", .mistyped), ("SC1.abc \(mistyped)", .mistyped),
            ("\(mistyped) SC1.abc", .mistyped), ("\(Self.code) or \(Self.other)", .several),
            (String(Self.code.prefix(20)) + "\n" + Self.code.dropFirst(20), .malformed),
        ] {
            #expect(throws: reason, "\(text)") { try JoinCode.find(in: text) }
        }
    }

    @Test("a long text full of beginnings is searched in reasonable time")
    func longText() {
        let text = String(repeating: "SC1.", count: 100_000)
        #expect(throws: JoinCodeError.malformed) { try JoinCode.find(in: text) }
        let run = String(repeating: " SC1." + String(repeating: "A", count: 60), count: 5_000)
        #expect(throws: JoinCodeError.malformed) { try JoinCode.find(in: run) }
    }
}
