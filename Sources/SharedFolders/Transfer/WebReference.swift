/// The five parts of a URI reference (RFC 3986, appendix B), not looked into yet.
struct WebReference {
    typealias Bytes = ArraySlice<UInt8>

    var scheme: String?
    var authority: Bytes?
    var path: Bytes
    var query: Bytes?
    var fragment: Bytes?

    /// `nil` for control characters and for what is longer than any address of a service.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        guard rest.count <= TransferLimits.addressBytes, rest.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            return nil
        }
        fragment = Self.cut(&rest, after: UInt8(ascii: "#"))
        query = Self.cut(&rest, after: UInt8(ascii: "?"))
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = String(decoding: rest[..<colon], as: UTF8.self).lowercased()
            rest = rest[(colon + 1)...]
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        }
        path = rest
    }

    private static func cut(_ bytes: inout Bytes, after mark: UInt8) -> Bytes? {
        guard let index = bytes.firstIndex(of: mark) else { return nil }
        defer { bytes = bytes[..<index] }
        return bytes[(index + 1)...]
    }

    private static func isScheme(_ bytes: Bytes) -> Bool {
        func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
        guard let first = bytes.first, isLetter(first) else { return false }
        return bytes.allSatisfy { byte in
            isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
        }
    }
}

extension WebAddress {
    /// Reads an address as a person, a setting or a service gives it.
    package init?(_ text: String) {
        guard let reference = WebReference(text), reference.fragment == nil else { return nil }
        self.init(reference)
    }

    /// Where a `Location` or an `href` found here leads to (RFC 3986 5.2, strict); a fragment is dropped.
    package func resolving(_ reference: String) -> WebAddress? {
        guard let reference = WebReference(reference) else { return nil }
        if reference.scheme != nil { return WebAddress(reference) }
        if reference.authority != nil { return WebAddress(reference, isSecure: isSecure) }
        let ownQuery = reference.query.map { PercentCoding.mend($0, leaving: PercentCoding.isQuery) }
        if case .some(.none) = ownQuery { return nil }
        guard !reference.path.isEmpty else { return replacing(path: path, query: ownQuery ?? query) }
        let base = Array(path.utf8)
        let above = base[...(base.lastIndex(of: UInt8(ascii: "/")) ?? 0)]
        let isAbsolute = reference.path.first == UInt8(ascii: "/")
        guard let path = Self.path(isAbsolute ? reference.path : above + reference.path) else { return nil }
        return replacing(path: path, query: ownQuery ?? nil)
    }

    private init?(_ reference: WebReference) {
        switch reference.scheme {
        case "https": self.init(reference, isSecure: true)
        case "http": self.init(reference, isSecure: false)
        default: return nil
        }
    }

    private init?(_ reference: WebReference, isSecure: Bool) {
        guard let authority = reference.authority, let path = Self.path(reference.path) else { return nil }
        var query: String?
        if let bytes = reference.query {
            guard let mended = PercentCoding.mend(bytes, leaving: PercentCoding.isQuery) else { return nil }
            query = mended
        }
        let isSix = authority.first == UInt8(ascii: "[")
        let mark = UInt8(ascii: isSix ? "]" : ":")
        guard let end = authority.firstIndex(of: mark) ?? (isSix ? nil : authority.endIndex) else { return nil }
        let name = authority[..<end]
        guard let host = isSix ? HostName.canonicalSix(name.dropFirst()) : HostName.canonical(name),
            let port = Self.port(authority[end...].dropFirst(isSix ? 1 : 0), isSecure)
        else { return nil }
        self.init(isSecure: isSecure, host: host, port: port, path: path, query: query)
    }

    /// What follows the host: nothing, or a colon and perhaps a number.
    private static func port(_ bytes: ArraySlice<UInt8>, _ isSecure: Bool) -> UInt16? {
        let digits = bytes.dropFirst()
        guard bytes.isEmpty || bytes.first == UInt8(ascii: ":"), digits.count <= 5,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        guard !digits.isEmpty else { return defaultPort(isSecure: isSecure) }
        return UInt16(String(decoding: digits, as: UTF8.self)).flatMap { $0 == 0 ? nil : $0 }
    }

    /// Without dot segments (RFC 3986 5.2.4), also those that are written `%2e`.
    private static func path(_ bytes: ArraySlice<UInt8>) -> String? {
        guard let mended = PercentCoding.mend(bytes, leaving: PercentCoding.isPath) else { return nil }
        let segments = mended.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        var kept: [String] = []
        for (index, segment) in segments.enumerated() {
            let text = String(segment) ?? ""
            switch text.lowercased() {
            case ".", "%2e": break
            case "..", ".%2e", "%2e.", "%2e%2e": _ = kept.popLast()
            default:
                kept.append(text)
                continue
            }
            if index == segments.count - 1 { kept.append("") }
        }
        return "/" + kept.joined(separator: "/")
    }
}
