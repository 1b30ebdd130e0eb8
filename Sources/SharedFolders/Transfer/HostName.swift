import Glibc

/// The host of an address: a name, or an IP address in its one spelling.
enum HostName {
    /// In lower case; `nil` when it is neither. Numbers in other clothes (`127.1`, `0x7f000001`) are refused: the resolver
    /// would take them for addresses that no list of hosts knows.
    static func canonical(_ bytes: some Collection<UInt8>) -> String? {
        let name = String(decoding: bytes, as: UTF8.self).lowercased()
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy({ isLabel($0) }), let last = labels.last else { return nil }
        let looksLikeNumber = last.allSatisfy(isDigit) || last.starts(with: "0x".utf8)
        return looksLikeNumber && !isNumber(name) ? nil : name
    }

    /// The inside of `[…]`.
    static func canonicalSix(_ bytes: some Collection<UInt8>) -> String? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, String(decoding: bytes, as: UTF8.self), &address) == 1 else { return nil }
        let spelled = [CChar](unsafeUninitializedCapacity: Int(INET6_ADDRSTRLEN)) { buffer, count in
            let text = inet_ntop(AF_INET6, &address, buffer.baseAddress, socklen_t(buffer.count))
            count = text == nil ? 0 : buffer.count
        }
        return String(decoding: spelled.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    static func isNumber(_ host: String) -> Bool {
        var four = in_addr()
        return host.utf8.contains(UInt8(ascii: ":")) || inet_pton(AF_INET, host, &four) == 1
    }

    private static func isLabel(_ label: some Collection<UInt8>) -> Bool {
        (1...63).contains(label.count)
            && label.allSatisfy { byte in
                isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "-")
                    || byte == UInt8(ascii: "_")
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
