/// A whole request, as an application gets it.
package struct Request: Sendable {
    package let head: RequestHead
    package let body: [UInt8]
    package let peer: PeerAddress
    package let id: RequestID

    package init(head: RequestHead, body: [UInt8] = [], peer: PeerAddress, id: RequestID) {
        self.head = head
        self.body = body
        self.peer = peer
        self.id = id
    }

    package var method: Method { head.method }
    package var path: String { head.path }
    package var query: String? { head.query }
    package subscript(name: String) -> String? { head[name] }
}

/// The name of one exchange: in `X-Request-Id` of its answer, and in whatever is logged about it.
package struct RequestID: Sendable, Hashable, CustomStringConvertible {
    package let number: UInt64

    package init(_ number: UInt64) { self.number = number }

    /// Sixteen hexadecimal digits.
    package var description: String {
        String(decoding: [UInt8](capacity: 16) { write(to: &$0) }, as: UTF8.self)
    }

    func write(to output: inout OutputSpan<UInt8>) {
        withUnsafeBytes(of: (Self.spread(UInt32(number >> 32)), Self.spread(UInt32(truncatingIfNeeded: number)))) {
            output.append($0)
        }
    }

    /// Eight hexadecimal digits as the bytes of one word, in the order of memory: all at once, since every answer has two
    /// such words.
    private static func spread(_ half: UInt32) -> UInt64 {
        var word = UInt64(half)
        word = (word | word << 16) & 0x0000_ffff_0000_ffff
        word = (word | word << 8) & 0x00ff_00ff_00ff_00ff
        word = (word | word << 4) & 0x0f0f_0f0f_0f0f_0f0f
        let isLetter = ((word &+ 0x0606_0606_0606_0606) >> 4) & 0x0101_0101_0101_0101
        return (word &+ 0x3030_3030_3030_3030 &+ isLetter &* 39).bigEndian
    }
}
