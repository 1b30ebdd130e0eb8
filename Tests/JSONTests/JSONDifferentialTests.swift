import Foundation
import JSON
import Seeded
import Testing

/// Our reader and writer against Foundation's, which is older, more lenient and much more used.
@Suite struct JSONDifferentialTests {
    @Test("Foundation reads what we write, and sees the same in it")
    func writing() throws {
        var random = SplitMix(11)
        for _ in 0..<1000 {
            let value = JSONValue.random(depth: 3, &random)
            let theirs = try JSONSerialization.jsonObject(with: Data(value.json), options: .fragmentsAllowed)
            #expect(Self.same(value, theirs), "\(String(decoding: value.json, as: UTF8.self))")
        }
    }

    @Test("we read what Foundation writes, and see the same in it")
    func reading() throws {
        var random = SplitMix(13)
        for _ in 0..<1000 {
            let value = JSONValue.array([JSONValue.random(depth: 3, &random)])
            let theirs = try JSONSerialization.jsonObject(with: Data(value.json))
            for options: JSONSerialization.WritingOptions in [[], .prettyPrinted, .withoutEscapingSlashes] {
                let written = try JSONSerialization.data(withJSONObject: theirs, options: options)
                #expect(Self.same(try JSONValue(parsing: Array(written)), theirs))
            }
        }
    }

    @Test("what we accept of mangled texts, Foundation accepts too, and sees the same in it")
    func mutations() throws {
        var random = SplitMix(17)
        let alphabet = Array("{}[]\",:\\u0e1-+.tfn d\u{1}".utf8) + [0x80, 0xC3, 0xED, 0xA0, 0xF0]
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = JSONValue.random(depth: 2, &random).json
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes.insert(alphabet.randomElement(using: &random)!, at: place)
                case 1: if place < bytes.count { bytes.remove(at: place) }
                default: if place < bytes.count { bytes[place] = alphabet.randomElement(using: &random)! }
                }
            }
            guard let ours = try? JSONValue(parsing: bytes), Self.fitsDouble(ours) else { continue }
            accepted += 1
            let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            guard let theirs else {
                Issue.record("Foundation refuses \(String(decoding: bytes, as: UTF8.self))")
                continue
            }
            #expect(Self.same(ours, theirs), "\(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(accepted > 1000)
    }

    private static func same(_ ours: JSONValue, _ theirs: Any) -> Bool {
        switch ours {
        case .null: return theirs is NSNull
        case .bool(let value): return theirs as? Bool == value
        case .number(let text): return Self.close((theirs as? NSNumber)?.doubleValue, Double(text))
        case .string(let text): return (theirs as? String).map { Array($0.utf8) == Array(text.utf8) } ?? false
        case .array(let elements):
            guard let others = theirs as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy(same)
        case .object(let members):
            guard let others = theirs as? [String: Any], others.count == members.count else { return false }
            return members.allSatisfy { member in others[member.name].map { same(member.value, $0) } ?? false }
        }
    }

    /// Foundation rounds the last digit of a long fraction in its own way.
    private static func close(_ one: Double?, _ other: Double?) -> Bool {
        guard let one, let other else { return false }
        return abs(one - other) <= abs(other) * 1e-12
    }

    /// Foundation refuses numbers outside of a `Double`'s range; we keep their text.
    private static func fitsDouble(_ value: JSONValue) -> Bool {
        switch value {
        case .number(let text): Double(text).map { $0.isFinite && abs($0) > 1e-300 || $0 == 0 } ?? false
        case .array(let elements): elements.allSatisfy(fitsDouble)
        case .object(let members): members.allSatisfy { fitsDouble($0.value) }
        default: true
        }
    }
}
