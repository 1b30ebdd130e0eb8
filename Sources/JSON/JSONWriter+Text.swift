/// Strings, as ECMA-262 `QuoteJSONString` writes them.
extension JSONWriter {
    mutating func append(quoting text: String, comma: Bool) {
        let isDone = text.utf8.withContiguousStorageIfAvailable { append(quoting: $0, comma: comma) } != nil
        if !isDone { Array(text.utf8).withUnsafeBufferPointer { append(quoting: $0, comma: comma) } }
    }

    private mutating func append(quoting utf8: UnsafeBufferPointer<UInt8>, comma: Bool) {
        var next = firstToEscape(in: utf8, from: 0)
        guard next < utf8.endIndex else { return appendQuoted(utf8, comma: comma, colon: false) }
        if comma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        var plain = 0
        while next < utf8.endIndex {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain..<next]))
            appendEscape(utf8[next])
            plain = next + 1
            next = firstToEscape(in: utf8, from: plain)
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plain...]))
        bytes.append(UInt8(ascii: "\""))
    }

    /// Bytes that need no escapes, between quotation marks, with what stands around them: one growth for all of it.
    mutating func appendQuoted(_ utf8: UnsafeBufferPointer<UInt8>, comma: Bool, colon: Bool) {
        bytes.append(addingCapacity: utf8.count + 4) { output in
            if comma { output.append(UInt8(ascii: ",")) }
            output.append(UInt8(ascii: "\""))
            output.withUnsafeMutableBufferPointer { buffer, count in
                if let start = utf8.baseAddress, let end = buffer.baseAddress {
                    (end + count).update(from: start, count: utf8.count)
                }
                count += utf8.count
            }
            output.append(UInt8(ascii: "\""))
            if colon { output.append(UInt8(ascii: ":")) }
        }
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

/// Where the first control character, quotation mark or backslash is; the end of the text if there is none. Eight bytes at
/// a time, the last eight together with some of those before them.
private func firstToEscape(in utf8: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(utf8)
    var index = start
    while index + 8 <= utf8.count, isPlain(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { index += 8 }
    let last = utf8.count - 8
    if index > last, last >= start, isPlain(bytes.loadUnaligned(fromByteOffset: last, as: UInt64.self)) {
        return utf8.count
    }
    while index < utf8.count, utf8[index] >= 0x20, utf8[index] != 0x22, utf8[index] != 0x5C { index += 1 }
    return index
}

/// True when none of eight bytes is to be escaped: subtracting n borrows into a byte's top bit exactly when one is below n.
@inline(__always)
private func isPlain(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let found = (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
    return found & (ones &* 0x80) == 0
}
