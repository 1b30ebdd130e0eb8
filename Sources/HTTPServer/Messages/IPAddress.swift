/// An address of version 4 or 6. An IPv4-mapped IPv6 address (`::ffff:a.b.c.d`, RFC 4291 §2.5.5.2) is the IPv4 one.
package enum IPAddress: Sendable, Hashable, CustomStringConvertible {
    case v4(UInt32)
    case v6(UInt128)

    static func normalized(v6 value: UInt128) -> IPAddress {
        value >> 32 == 0xffff ? .v4(UInt32(truncatingIfNeeded: value)) : .v6(value)
    }

    /// Reads `192.168.1.20`, `fe80::1`, `[fe80::1]`, with or without a zone (`%eth0`), which is left out.
    package init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        if rest.first == "[", rest.last == "]" { rest = rest.dropFirst().dropLast() }
        if let zone = rest.firstIndex(of: "%") { rest = rest[..<zone] }
        if rest.contains(":") {
            guard let value = Self.readV6(rest) else { return nil }
            self = .normalized(v6: value)
        } else {
            guard let value = Self.readV4(rest) else { return nil }
            self = .v4(value)
        }
    }

    /// 4 or 16, in the order of the network.
    package var bytes: [UInt8] {
        switch self {
        case .v4(let value): withUnsafeBytes(of: value.bigEndian) { Array($0) }
        case .v6(let value): withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
    }

    package var isLoopback: Bool {
        switch self {
        case .v4(let value): value >> 24 == 127
        case .v6(let value): value == 1
        }
    }

    package var description: String {
        switch self {
        case .v4(let value): [24, 16, 8, 0].map { String(value >> $0 & 255) }.joined(separator: ".")
        case .v6(let value): Self.writeV6(value)
        }
    }

    private static func readV4(_ text: Substring) -> UInt32? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var value: UInt32 = 0
        for part in parts {
            guard part.utf8.allSatisfy(ByteClass.isDigit), part.count <= 3, part == "0" || part.first != "0",
                let byte = UInt8(part)
            else { return nil }
            value = value << 8 | UInt32(byte)
        }
        return value
    }

    private static func readV6(_ text: Substring) -> UInt128? {
        guard let gap = text.firstRange(of: "::") else {
            guard let groups = readGroups(text), groups.count == 8 else { return nil }
            return join(groups)
        }
        guard let before = readGroups(text[..<gap.lowerBound], mayEndDotted: false),
            let after = readGroups(text[gap.upperBound...]),
            before.count + after.count < 8
        else { return nil }
        return join(before + Array(repeating: 0, count: 8 - before.count - after.count) + after)
    }

    private static func join(_ groups: [UInt16]) -> UInt128 { groups.reduce(0) { $0 << 16 | UInt128($1) } }

    /// Groups between single colons; the last one may be a dotted IPv4 address.
    private static func readGroups(_ text: Substring, mayEndDotted: Bool = true) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        var groups: [UInt16] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if mayEndDotted, index == parts.count - 1, part.contains(".") {
                guard let v4 = readV4(part) else { return nil }
                groups += [UInt16(v4 >> 16), UInt16(truncatingIfNeeded: v4)]
            } else {
                guard (1...4).contains(part.count), part.utf8.allSatisfy({ ByteClass.hexValue($0) != nil }),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                groups.append(group)
            }
        }
        return groups
    }

    /// The canonical text of RFC 5952: the longest run of two or more zero groups, the first of equals, becomes `::`.
    private static func writeV6(_ value: UInt128) -> String {
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: value >> UInt128(112 - 16 * $0)) }
        var best = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, groups[end] == 0 { end += 1 }
            if end - start > max(best.count, 1) { best = start..<end }
            start = max(end, start + 1)
        }
        func write(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
        return best.isEmpty
            ? write(groups[...]) : write(groups[..<best.lowerBound]) + "::" + write(groups[best.upperBound...])
    }
}

/// Who is at the other end of a connection.
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    package let ip: IPAddress
    package let port: UInt16
    /// What they say comes by TLS, and nobody on the way can read it.
    package var isSecure: Bool

    package init(ip: IPAddress, port: UInt16, isSecure: Bool = false) {
        self.ip = ip
        self.port = port
        self.isSecure = isSecure
    }

    package var description: String {
        if case .v6 = ip { "[\(ip)]:\(port)" } else { "\(ip):\(port)" }
    }
}

/// A range of addresses, written `10.0.0.0/8` or as a single address (RFC 4632, RFC 4291 §2.3).
package struct AddressRange: Sendable, Hashable {
    private let address: IPAddress
    private let length: Int

    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(first) else { return nil }
        let longest = if case .v4 = address { 32 } else { 128 }
        if parts.count == 2 {
            guard !parts[1].isEmpty, parts[1].utf8.allSatisfy(ByteClass.isDigit), let length = Int(parts[1]),
                length <= longest
            else { return nil }
            self.length = length
        } else {
            self.length = longest
        }
        self.address = address
    }

    package func contains(_ other: IPAddress) -> Bool {
        switch (address, other) {
        case (.v4(let mine), .v4(let theirs)): length == 0 || (mine ^ theirs) >> UInt32(32 - length) == 0
        case (.v6(let mine), .v6(let theirs)): length == 0 || (mine ^ theirs) >> UInt128(128 - length) == 0
        default: false
        }
    }
}
