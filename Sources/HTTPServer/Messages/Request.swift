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
    package var description: String { String(decoding: digits, as: UTF8.self) }

    private var digits: [UInt8] {
        var digits: [UInt8] = []
        write(to: &digits)
        return digits
    }

    func write(to bytes: inout [UInt8]) {
        var shift: UInt64 = 64
        while shift > 0 {
            shift -= 4
            let digit = UInt8(truncatingIfNeeded: (number >> shift) & 15)
            bytes.append(digit < 10 ? 48 + digit : 87 + digit)
        }
    }
}
