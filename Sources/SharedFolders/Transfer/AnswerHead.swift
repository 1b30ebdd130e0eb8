/// Collects the header lines of an exchange as libcurl hands them over: interim answers (1xx) are forgotten when the
/// next status line comes, trailers are left out (RFC 9110 15.2, 6.5.1).
struct AnswerHead {
    private(set) var status = 0
    private(set) var fields: [(name: String, value: String)] = []
    private var bytes = 0
    private var lines = 0
    private var isEnded = false

    /// The empty line has come, and it was the final answer's.
    var isComplete: Bool { isEnded && status >= 200 }

    /// False when there are more lines or bytes than any honest server sends.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Bool {
        bytes += line.count
        lines += 1
        guard bytes <= TransferLimits.headerBytes, lines <= TransferLimits.headerLines else { return false }
        let content = line[..<(line.lastIndex { $0 != 0x0D && $0 != 0x0A }.map { $0 + 1 } ?? 0)]
        if !isComplete { read(content) }
        return true
    }

    private mutating func read(_ line: Slice<UnsafeRawBufferPointer>) {
        guard let first = line.first else {
            isEnded = true
            return
        }
        if isEnded || status == 0 {
            status = Self.status(line)
            fields = []
            isEnded = false
        } else if first == 0x20 || first == 0x09 {
            // A folded line (RFC 9112 5.2) belongs to the value before it.
            guard let last = fields.popLast() else { return }
            fields.append((last.name, last.value + " " + Self.text(line)))
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            fields.append((Self.text(line[..<colon]).lowercased(), Self.text(line[(colon + 1)...])))
        }
    }

    /// What the server announced; `nil` when it did not, or not as a number.
    var contentLength: Int? {
        fields.first { $0.name == "content-length" }.flatMap { Int($0.value) }.flatMap { $0 < 0 ? nil : $0 }
    }

    /// `HTTP/1.1 200 OK`: libcurl has checked the form.
    private static func status(_ line: Slice<UnsafeRawBufferPointer>) -> Int {
        let words = line.split(separator: 0x20, maxSplits: 2)
        return words.count < 2 ? 0 : Int(text(words[1])) ?? 0
    }

    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        guard let start = bytes.firstIndex(where: { !isSpace($0) }), let end = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: bytes[start...end], as: UTF8.self)
    }
}
