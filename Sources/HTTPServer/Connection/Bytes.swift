extension [UInt8] {
    /// Appends ASCII text that stands in the program.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append(contentsOf: $0) }
    }
}

/// Writing into room that has been made: one check for a whole head instead of one for each part of it.
extension OutputSpan<UInt8> {
    @inline(__always)
    mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBytes { append($0) }
    }

    /// In one move.
    @inline(__always)
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count <= freeCapacity)
        withUnsafeMutableBufferPointer { buffer, count in
            let room = UnsafeMutableRawBufferPointer(buffer)[count...]
            UnsafeMutableRawBufferPointer(rebasing: room).copyMemory(from: bytes)
            count += bytes.count
        }
    }

    mutating func append(decimal number: Int) {
        if number >= 10 { append(decimal: number / 10) }
        append(UInt8(truncatingIfNeeded: 48 + number % 10))
    }
}
