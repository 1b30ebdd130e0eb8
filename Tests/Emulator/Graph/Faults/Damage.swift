internal import JSON

/// Answers that are not what they should be.
extension Answer {
    mutating func damage(_ damage: Effect.JSONDamage) {
        switch damage {
        case .truncated: body = Array(body.prefix(body.count / 2))
        case .wrongType: change { Self.mistyped($0) }
        case .unknownFields: change { Self.enriched($0) }
        case .missingValue: change { $0.without("value") }
        case .byteOrderMark: body = [0xEF, 0xBB, 0xBF] + body
        case .huge: body = body.dropLast() + [UInt8](repeating: 0x20, count: 50_000_000) + body.suffix(1)
        }
    }

    mutating func flip(at index: Int) {
        guard !body.isEmpty else { return }
        body[min(index, body.count - 1)] ^= 0x55
    }

    /// A body in a coding that nobody asked for: gzip (RFC 1952) around stored blocks (RFC 1951 section 3.2.4).
    mutating func zip() {
        var packed: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
        var rest = body[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let size = UInt16(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            for number in [size, ~size] { packed += [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)] }
            packed += block
        } while !rest.isEmpty
        for number in [Self.checksum(body), UInt32(truncatingIfNeeded: body.count)] {
            packed += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) }
        }
        body = packed
        fields.append(("Content-Encoding", "gzip"))
    }

    /// CRC-32 as gzip wants it (RFC 1952 section 8).
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return ~sum
    }

    private mutating func change(_ change: (JSONValue) -> JSONValue) {
        guard let value = try? JSONValue(parsing: body) else { return }
        body = change(value).json
    }

    /// Sizes become texts, texts become numbers, a list becomes an object.
    private static func mistyped(_ value: JSONValue) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(
            members.map { member in
                let wrong: JSONValue =
                    switch member.value {
                    case .number: .string("many")
                    case .string: .number("7")
                    case .array: .object([])
                    default: .array([])
                    }
                return JSONMember(member.name, wrong)
            })
    }

    private static func enriched(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            let known = members.map { JSONMember($0.name, enriched($0.value)) }
            return .object(
                [JSONMember("@odata.novelty", .object([JSONMember("deep", .array([.null]))]))] + known
                    + [JSONMember("bundle", .number("1e3"))])
        case .array(let elements): return .array(elements.map(enriched))
        default: return value
        }
    }
}

extension JSONValue {
    func without(_ name: String) -> JSONValue {
        guard let members else { return self }
        return .object(members.filter { $0.name != name })
    }

    /// Members in the order written; nil ones are left out.
    static func fields(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }

    static func int(_ number: Int) -> JSONValue { .number(String(number)) }
}
