import JSON
import Seeded

extension JSONValue {
    /// A tree of any shape, with unique names, awkward characters and numbers that a binary fraction holds.
    static func random(depth: Int, _ random: inout SplitMix) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .number(String(Int.random(in: -9_007_199_254_740_991...9_007_199_254_740_991, using: &random)))
        case 3:
            return .number("\(Int.random(in: -999...999, using: &random)).\(Int.random(in: 1...9, using: &random))e2")
        case 4: return .string(.random(&random))
        case 5:
            return .array((0..<Int.random(in: 0...4, using: &random)).map { _ in .random(depth: depth - 1, &random) })
        default:
            let members = (0..<Int.random(in: 0...12, using: &random)).map { index in
                JSONMember("\(index)" + .random(&random), .random(depth: depth - 1, &random))
            }
            return .object(members)
        }
    }
}

extension String {
    static func random(_ random: inout SplitMix) -> String {
        let letters: [Character] = [
            "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\r\n", "\0", "\u{7f}", "é", "e\u{301}", "漢", "🍕",
        ]
        return String((0..<Int.random(in: 0...20, using: &random)).map { _ in letters.randomElement(using: &random)! })
    }
}
