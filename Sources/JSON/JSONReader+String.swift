/// Strings (RFC 8259 section 7): found eight bytes at a time, checked for UTF-8, copied only when asked for.
extension JSONReader {
    package mutating func readString() throws(JSONError) -> String {
        try expect(.string)
        let content = try passString()
        if !content.hasEscapes { return String(decoding: bytes[content.range], as: UTF8.self) }
        return String(decoding: try unescaped(content.range), as: UTF8.self)
    }

    /// A string's UTF-8 bytes: a slice of the input itself, unless the string has escapes.
    package mutating func readText() throws(JSONError) -> ArraySlice<UInt8> {
        try expect(.string)
        let content = try passString()
        return content.hasEscapes ? try unescaped(content.range)[...] : bytes[content.range]
    }

    struct Content {
        var range: Range<Int>
        var hasEscapes = false
    }

    /// Stands on the opening quotation mark, ends behind the closing one. Everything but the escapes is checked here.
    mutating func passString() throws(JSONError) -> Content {
        position += 1
        var content = Content(range: position..<position)
        while true {
            position = endOfPlain(from: position)
            guard position < end else { throw JSONError(.unexpectedEnd, at: position) }
            switch bytes[position] {
            case UInt8(ascii: "\""):
                content.range = content.range.lowerBound..<position
                position += 1
                return content
            case UInt8(ascii: "\\"):
                content.hasEscapes = true
                try passEscape()
            case 0..<0x20:
                throw JSONError(.controlCharacter, at: position)
            default:
                try passScalar()
            }
        }
    }

    /// Where the ASCII ends that is neither a quotation mark, nor a backslash, nor a control character.
    private func endOfPlain(from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let text = bytes.span.bytes
        var index = start
        while index &+ 8 <= end {
            let word = text.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            let quote = word ^ (ones &* 0x22)
            let slash = word ^ (ones &* 0x5C)
            // A top bit is set where a byte is special; a borrow can set another one only behind a real one.
            let special = ((quote &- ones) | (slash &- ones) | (word &- ones &* 0x20) | word) & tops
            if special != 0 { return index &+ special.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < end, Self.isPlain(text.unsafeLoad(fromByteOffset: index, as: UInt8.self)) { index &+= 1 }
        return index
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// One character of two to four bytes (RFC 3629 section 4): no overlong form, no surrogate, nothing past U+10FFFF.
    private mutating func passScalar() throws(JSONError) {
        let lead = bytes[position]
        let (length, second): (Int, ClosedRange<UInt8>) =
            switch lead {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: throw JSONError(.badUTF8, at: position)
            }
        guard position + length <= end, second.contains(bytes[position + 1]) else {
            throw JSONError(.badUTF8, at: position)
        }
        for index in 2..<length where bytes[position + index] & 0xC0 != 0x80 {
            throw JSONError(.badUTF8, at: position)
        }
        position += length
    }

    // MARK: Escapes

    private mutating func passEscape() throws(JSONError) {
        let start = position
        guard position + 1 < end else { throw JSONError(.unexpectedEnd, at: end) }
        guard bytes[position + 1] == UInt8(ascii: "u") else {
            if Self.plainEscape(bytes[position + 1]) == nil { throw JSONError(.badEscape, at: start) }
            position += 2
            return
        }
        _ = try readUnicodeEscape(&position)
    }

    private static func plainEscape(_ letter: UInt8) -> UInt8? {
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        default: nil
        }
    }

    /// `\uXXXX`, or a surrogate pair of two of them. Half a pair names no character: refused.
    private func readUnicodeEscape(_ index: inout Int) throws(JSONError) -> Unicode.Scalar {
        let start = index
        let first = try hexUnit(&index)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, index + 1 < end, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        else { throw JSONError(.loneSurrogate, at: start) }
        let second = try hexUnit(&index)
        guard second & 0xFC00 == 0xDC00,
            let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
        else { throw JSONError(.loneSurrogate, at: start) }
        return scalar
    }

    private func hexUnit(_ index: inout Int) throws(JSONError) -> UInt32 {
        guard index + 6 <= end else { throw JSONError(.unexpectedEnd, at: end) }
        var unit: UInt32 = 0
        for byte in bytes[index + 2..<index + 6] {
            let digit: UInt8 =
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
                case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
                default: throw JSONError(.badEscape, at: index)
                }
            unit = unit << 4 | UInt32(digit)
        }
        index += 6
        return unit
    }

    /// The characters of a string that `passString` has already checked.
    func unescaped(_ range: Range<Int>) throws(JSONError) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = bytes[index]
            if byte != UInt8(ascii: "\\") {
                text.append(byte)
                index += 1
            } else if let plain = Self.plainEscape(bytes[index + 1]) {
                text.append(plain)
                index += 2
            } else {
                text.append(contentsOf: UTF8.encode(try readUnicodeEscape(&index)) ?? .init())
            }
        }
        return text
    }
}
