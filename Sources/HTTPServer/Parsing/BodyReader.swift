/// Reads the body of a request (RFC 9112 §6): by length or in chunks, never beyond its limit. A pure value; what it is
/// given it consumes.
struct BodyReader {
    private enum Framing {
        case length(remaining: Int)
        case chunked(ChunkReader)
    }

    private var framing: Framing
    private let limit: Int
    private let isKept: Bool
    private(set) var bytes: [UInt8] = []
    /// Bytes of content so far, kept or not.
    private(set) var received = 0
    /// Whether anything at all has come, framing included.
    private(set) var hasBegun = false

    /// A body that nobody wants is read, but not kept.
    init(_ framing: BodyFraming, limit: Int, isKept: Bool = true, limits: borrowing Limits) throws(WireProblem) {
        self.limit = limit
        self.isKept = isKept
        switch framing {
        case .none: self.framing = .length(remaining: 0)
        case .length(let length):
            guard length <= limit else { throw .tooLarge }
            self.framing = .length(remaining: length)
            if isKept { bytes.reserveCapacity(min(length, limits.readBytes)) }
        case .chunked: self.framing = .chunked(ChunkReader(limits: limits))
        }
    }

    /// Takes what belongs to the body from `input`; returns how many bytes that were and whether the body is complete.
    mutating func read(_ input: Span<UInt8>) throws(WireProblem) -> (consumed: Int, isComplete: Bool) {
        if input.count > 0 { hasBegun = true }
        switch framing {
        case .length(let remaining):
            let count = min(remaining, input.count)
            keep(input, 0..<count)
            framing = .length(remaining: remaining - count)
            return (count, count == remaining)
        case .chunked(var reader):
            framing = .length(remaining: 0)  // so that the reader is not copied
            defer { framing = .chunked(reader) }
            var index = 0
            while index < input.count {
                let count = min(reader.contentRemaining, input.count - index)
                if count > 0 {
                    keep(input, index..<(index + count))
                    reader.skipContent(count)
                    index += count
                } else {
                    let isComplete = try reader.read(input[index], room: limit - received)
                    index += 1
                    if isComplete { return (index, true) }
                }
            }
            return (index, false)
        }
    }

    private mutating func keep(_ input: Span<UInt8>, _ range: Range<Int>) {
        received += range.count
        if isKept { input.extracting(range).withUnsafeBufferPointer { bytes.append(contentsOf: $0) } }
    }
}

extension WireProblem {
    static var tooLarge: WireProblem { WireProblem(.contentTooLarge, "content-too-large", "The content is too large.") }
}

/// What stands around the content of a chunked body, byte by byte (RFC 9112 §7.1). Extensions and trailers are checked,
/// limited and ignored.
struct ChunkReader {
    private enum State {
        case size, blank, ext, sizeLF
        case content, contentCR, contentLF
        case trailerStart, trailerName, trailerValue, trailerLF
        case endLF
    }

    private var state = State.size
    private var size = 0
    private var sizeDigits = 0
    private var extensionRoom: Int
    private var trailerRoom: Int
    private var trailersLeft: Int

    init(limits: borrowing Limits) {
        extensionRoom = limits.chunkExtensionBytes
        trailerRoom = limits.fieldBytes
        trailersLeft = limits.fieldCount
    }

    /// Bytes of content that come next.
    var contentRemaining: Int { state == .content ? size : 0 }

    mutating func skipContent(_ count: Int) {
        size -= count
        if size == 0 { state = .contentCR }
    }

    /// Takes a byte that is not content; true at the end of the body. `room`: how much content may still come.
    mutating func read(_ byte: UInt8, room: Int) throws(WireProblem) -> Bool {
        switch state {
        case .size, .blank, .ext, .sizeLF: try readSizeLine(byte, room: room)
        case .content: break
        case .contentCR: try expect(byte, 13, then: .contentLF)
        case .contentLF:
            try expect(byte, 10, then: .size)
            size = 0
            sizeDigits = 0
        case .trailerStart, .trailerName, .trailerValue, .trailerLF: try readTrailer(byte)
        case .endLF:
            try expect(byte, 10, then: .endLF)
            return true
        }
        return false
    }

    private mutating func readSizeLine(_ byte: UInt8, room: Int) throws(WireProblem) {
        if state == .sizeLF {
            try expect(byte, 10, then: size == 0 ? .trailerStart : .content)
            return
        }
        if state == .size, let digit = ByteClass.hexValue(byte) {
            sizeDigits += 1
            guard sizeDigits <= Self.mostSizeDigits else { throw .malformed("A chunk size is too long.") }
            size = size << 4 | Int(digit)
            guard size <= room else { throw .tooLarge }
            return
        }
        guard sizeDigits > 0 else { throw .malformed("A chunk has no size.") }
        switch byte {
        case 13 where state != .blank: state = .sizeLF
        case UInt8(ascii: ";"): state = .ext
        case _ where state == .ext && ByteClass.isFieldValue(byte): break
        case _ where state != .ext && ByteClass.isBlank(byte): state = .blank
        default: throw .malformed("A chunk size is not well formed.")
        }
        extensionRoom -= 1
        guard extensionRoom >= 0 else { throw .malformed("The chunk extensions are too long.") }
    }

    /// Enough for any limit, and too few for an overflow.
    private static let mostSizeDigits = 15

    private mutating func readTrailer(_ byte: UInt8) throws(WireProblem) {
        trailerRoom -= 1
        guard trailerRoom >= 0 else { throw .tooManyFields }
        switch state {
        case .trailerStart where byte == 13: state = .endLF
        case .trailerStart where ByteClass.isToken(byte):
            trailersLeft -= 1
            guard trailersLeft >= 0 else { throw .tooManyFields }
            state = .trailerName
        case .trailerName where ByteClass.isToken(byte): break
        case .trailerName where byte == UInt8(ascii: ":"): state = .trailerValue
        case .trailerValue where byte == 13: state = .trailerLF
        case .trailerValue where ByteClass.isFieldValue(byte): break
        case .trailerLF: try expect(byte, 10, then: .trailerStart)
        default: throw .malformed("A trailer field is not well formed.")
        }
    }

    private mutating func expect(_ byte: UInt8, _ wanted: UInt8, then next: State) throws(WireProblem) {
        guard byte == wanted else { throw .malformed("A chunk does not end where it says.") }
        state = next
    }
}
