/// Strings, as ECMA-262 `QuoteJSONString` writes them.
extension JSONWriter {
    mutating func append(quoting text: String) {
        let isDone = text.utf8.withContiguousStorageIfAvailable { append(quoting: $0) } != nil
        if !isDone { Array(text.utf8).withUnsafeBufferPointer { append(quoting: $0) } }
    }

    private mutating func append(quoting utf8: UnsafeBufferPointer<UInt8>) {
        guard var next = utf8.firstIndex(where: mustBeEscaped) else { return appendQuoted(utf8) }
        bytes.append(UInt8(ascii: "\""))
        var plain = 0
        while next < utf8.endIndex {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain..<next]))
            appendEscape(utf8[next])
            plain = next + 1
            next = utf8[plain...].firstIndex(where: mustBeEscaped) ?? utf8.endIndex
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain...]))
        bytes.append(UInt8(ascii: "\""))
    }

    /// Bytes that need no escapes, between quotation marks.
    mutating func appendQuoted(_ utf8: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: utf8)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func appendEscape(_ byte: UInt8) {
        let letter: UInt8 =
            switch byte {
            case 0x08: UInt8(ascii: "b")
            case 0x09: UInt8(ascii: "t")
            case 0x0A: UInt8(ascii: "n")
            case 0x0C: UInt8(ascii: "f")
            case 0x0D: UInt8(ascii: "r")
            case 0x22, 0x5C: byte
            default: UInt8(ascii: "u")
            }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
        guard letter == UInt8(ascii: "u") else { return }
        let hex = Array("0123456789abcdef".utf8)
        bytes.append(contentsOf: [0x30, 0x30, hex[Int(byte >> 4)], hex[Int(byte & 15)]])
    }
}

/// Control characters, the quotation mark and the backslash.
@inline(__always)
private func mustBeEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C
}
