/// A value of CBOR (RFC 8949), as far as authenticators write it.
package enum CBOR: Hashable, Sendable {
    /// −1 − value for a negative one.
    case unsigned(UInt64)
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map([Member])
    case truth(Bool)
    case null

    package struct Member: Hashable, Sendable {
        package let key: CBOR
        package let value: CBOR
    }

    package static func integer(_ number: Int) -> CBOR {
        number < 0 ? .negative(UInt64(-1 - number)) : .unsigned(UInt64(number))
    }

    package subscript(key: CBOR) -> CBOR? {
        guard case .map(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    package var count: Int? {
        switch self {
        case .array(let elements): elements.count
        case .map(let members): members.count
        default: nil
        }
    }
}

/// Reads the one encoding that CTAP2 allows (§6 "canonical CBOR"): lengths that are known and written as short as they can
/// be, no tags, no floating point, nothing nested deeply, no key twice. The order of keys makes no difference to us.
struct CBORReader {
    static let deepest = 4

    private let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var isAtEnd: Bool { position == bytes.count }

    /// One value, and nothing after it.
    static func whole(_ bytes: [UInt8]) throws(PasskeyFault) -> CBOR {
        var reader = CBORReader(bytes)
        let value = try reader.value()
        guard reader.isAtEnd else { throw .malformed }
        return value
    }

    mutating func value() throws(PasskeyFault) -> CBOR { try value(inside: 0) }

    private mutating func value(inside depth: Int) throws(PasskeyFault) -> CBOR {
        guard let first = try next(1).first else { throw .malformed }
        if first >> 5 == 7 { return try simple(first) }
        let argument = try argument(first & 31)
        switch first >> 5 {
        case 0: return .unsigned(argument)
        case 1: return .negative(argument)
        case 2: return .bytes(Array(try next(try length(argument))))
        case 3:
            guard let text = String(validating: try next(try length(argument)), as: UTF8.self) else { throw .malformed }
            return .text(text)
        case 4: return .array(try elements(try length(argument), depth))
        case 5: return .map(try members(try length(argument), depth))
        default: throw .malformed
        }
    }

    private func simple(_ first: UInt8) throws(PasskeyFault) -> CBOR {
        switch first & 31 {
        case 20: .truth(false)
        case 21: .truth(true)
        case 22: .null
        default: throw .malformed
        }
    }

    private mutating func elements(_ count: Int, _ depth: Int) throws(PasskeyFault) -> [CBOR] {
        guard depth < Self.deepest else { throw .malformed }
        var elements: [CBOR] = []
        for _ in 0..<count { elements.append(try value(inside: depth + 1)) }
        return elements
    }

    private mutating func members(_ count: Int, _ depth: Int) throws(PasskeyFault) -> [CBOR.Member] {
        guard depth < Self.deepest else { throw .malformed }
        var members: [CBOR.Member] = []
        var keys: Set<CBOR> = []
        for _ in 0..<count {
            let key = try value(inside: depth + 1)
            switch key {
            case .unsigned, .negative, .text: break
            default: throw .malformed
            }
            guard keys.insert(key).inserted else { throw .malformed }
            members.append(CBOR.Member(key: key, value: try value(inside: depth + 1)))
        }
        return members
    }

    /// What follows the three bits of the kind: in the same byte, or in 1, 2, 4 or 8 more.
    private mutating func argument(_ short: UInt8) throws(PasskeyFault) -> UInt64 {
        if short < 24 { return UInt64(short) }
        guard short < 28 else { throw .malformed }
        let width = 1 << Int(short - 24)
        let value = try next(width).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let fewest: UInt64 = width == 1 ? 24 : 1 << (4 * UInt64(width))
        guard value >= fewest else { throw .malformed }
        return value
    }

    /// Every element takes a byte at least: so no length leads to more memory than the message has.
    private func length(_ argument: UInt64) throws(PasskeyFault) -> Int {
        guard argument <= UInt64(bytes.count - position) else { throw .malformed }
        return Int(argument)
    }

    private mutating func next(_ count: Int) throws(PasskeyFault) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw .malformed }
        defer { position += count }
        return bytes[position..<(position + count)]
    }
}
