/// Strings, as ECMA-262 `QuoteJSONString` writes them.
extension JSONWriter {
    /// Writes a string, with the name before it if it is a member: one look at the room for all of it, because most of what
    /// is written is this.
    mutating func append(_ name: StaticString?, quoting text: Span<UInt8>, comma: Bool, spaced: Bool) {
        var done = 0
        let room = (name?.utf8CodeUnitCount ?? 0) + text.count + 7
        bytes.append(addingCapacity: room) { output in
            if comma { output.append(UInt8(ascii: ",")) }
            if let name { output.append(name: name, spaced: spaced) }
            output.append(UInt8(ascii: "\""))
            done = output.append(plainStartOf: text)
            if done == text.count { output.append(UInt8(ascii: "\"")) }
        }
        if done < text.count { append(escaping: text, from: done) }
    }

    /// Goes on with a string whose byte at `start` must be escaped.
    private mutating func append(escaping text: Span<UInt8>, from start: Int) {
        var next = start
        while next < text.count {
            appendEscape(text[next])
            let rest = text.extracting((next + 1)...)
            var done = 0
            bytes.append(addingCapacity: rest.count) { output in done = output.append(plainStartOf: rest) }
            next += 1 + done
        }
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

/// Writing into room that has been made.
extension OutputSpan<UInt8> {
    /// `"name":`, of plain ASCII.
    @inline(__always)
    mutating func append(name: StaticString, spaced: Bool) {
        append(UInt8(ascii: "\""))
        let text = UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        precondition(text.count <= freeCapacity)
        withUnsafeMutableBufferPointer { buffer, count in
            let room = UnsafeMutableRawBufferPointer(buffer)[count...]
            UnsafeMutableRawBufferPointer(rebasing: room).copyMemory(from: text)
            count += text.count
        }
        append(UInt8(ascii: "\""))
        append(UInt8(ascii: ":"))
        if spaced { append(UInt8(ascii: " ")) }
    }

    /// Copies `text` up to the first control character, quotation mark or backslash, eight bytes at a time; the last eight together with some
    /// of those before them. Returns how many that were.
    @inline(__always)
    fileprivate mutating func append(plainStartOf text: Span<UInt8>) -> Int {
        precondition(text.count <= freeCapacity)
        return text.withUnsafeBytes { text in
            withUnsafeMutableBufferPointer { buffer, count in
                let target = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
                var index = 0
                let last = text.count - 8
                while index < last, copyPlainWord(text, to: target, at: index) { index += 8 }
                if last >= 0, index >= last, copyPlainWord(text, to: target, at: last) {
                    index = text.count
                } else {
                    while index < text.count, text[index] >= 0x20, text[index] != 0x22, text[index] != 0x5C {
                        target[index] = text[index]
                        index += 1
                    }
                }
                count += index
                return index
            }
        }
    }

    mutating func append(decimal number: UInt) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }
}

/// Copies eight bytes if none of them is to be escaped; subtracting n borrows into a byte's top bit exactly when one is
/// below n.
@inline(__always)
private func copyPlainWord(
    _ text: UnsafeRawBufferPointer, to target: UnsafeMutableRawBufferPointer, at index: Int
) -> Bool {
    let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self)
    let ones: UInt64 = 0x0101_0101_0101_0101
    let found =
        (word &- ones &* 0x20) | ((word ^ ones &* 0x22) &- ones) | ((word ^ ones &* 0x5C) &- ones)
    guard found & ~word & (ones &* 0x80) == 0 else { return false }
    target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
    return true
}
