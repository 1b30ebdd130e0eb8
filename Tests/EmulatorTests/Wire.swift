import Glibc

/// A connection to 127.0.0.1 that sends what a test says and keeps what comes, byte for byte.
final class Wire {
    private let descriptor: CInt
    private var buffer: [UInt8] = []
    private(set) var end = End.open

    enum End: Equatable {
        case open, closed, reset, timedOut
    }

    struct Failure: Error {
        let number: CInt
    }

    init(port: UInt16, timeout: Duration = .seconds(60)) throws {
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        setTimeout(timeout)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        address.sin_port = port.bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failure(number: errno) }
    }

    deinit { close(descriptor) }

    /// How long is waited for the next byte.
    func setTimeout(_ timeout: Duration) {
        let parts = timeout.components
        var time = timeval(tv_sec: Int(parts.seconds), tv_usec: Int(parts.attoseconds / 1_000_000_000_000))
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failure(number: errno) }
            rest = rest.dropFirst(count)
        }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// One answer, the interim ones before it left out; nil when none came.
    func reply() -> Reply? {
        guard let head = head() else { return nil }
        var reply = Reply(head: head)
        if (100..<200).contains(reply.status) {
            var final = self.reply()
            final?.interim.insert(reply.status, at: 0)
            return final
        }
        if reply.status == 204 || reply.status == 304 { return reply }
        if let length = reply[field: "content-length"].flatMap({ Int($0) }) {
            while buffer.count < length, receive() {}
            reply.body = Array(buffer.prefix(length))
            buffer.removeFirst(min(length, buffer.count))
            reply.isWhole = reply.body.count == length
        } else {
            while receive() {}
            reply.body = buffer
            buffer = []
            reply.isWhole = false
        }
        return reply
    }

    /// The next head's first line, with the head taken.
    func line() -> String? { head()?.split(separator: "\r\n").first.map(String.init) }

    /// So many bytes, or what there is of them.
    func take(_ count: Int) -> [UInt8] {
        while buffer.count < count, receive() {}
        defer { buffer.removeFirst(min(count, buffer.count)) }
        return Array(buffer.prefix(count))
    }

    /// Everything until the end, after what was read already.
    func rest() -> [UInt8] {
        while receive() {}
        defer { buffer = [] }
        return buffer
    }

    private func head() -> String? {
        let mark = Array("\r\n\r\n".utf8)
        var searched = 0
        while true {
            while searched + 4 <= buffer.count {
                // Most bytes are no carriage return: look no further than the first.
                if buffer[searched] == mark[0], buffer[searched..<searched + 4].elementsEqual(mark) {
                    let head = String(decoding: buffer[..<searched], as: UTF8.self)
                    buffer.removeFirst(searched + 4)
                    return head
                }
                searched += 1
            }
            guard receive() else { return nil }
        }
    }

    private func receive() -> Bool {
        var part = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &part, part.count, 0)
        if count < 0 { end = errno == ECONNRESET ? .reset : .timedOut }
        if count == 0 { end = .closed }
        buffer += part.prefix(max(count, 0))
        return count > 0
    }
}

/// What came back.
struct Reply {
    let status: Int
    let fields: [(name: String, value: String)]
    var body: [UInt8] = []
    /// The body is as long as it was announced to be.
    var isWhole = true
    var interim: [Int] = []

    init(head: String) {
        let lines = head.utf8.split(separator: 0x0A).map { $0.last == 0x0D ? $0.dropLast() : $0 }
        status = lines.first?.split(separator: 0x20).dropFirst().first.flatMap { Int(String($0) ?? "") } ?? 0
        fields = lines.dropFirst().map { line in
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            let value = line.dropFirst(name.count + 1).drop { $0 == 0x20 }
            return (String(name) ?? "", String(value) ?? "")
        }
    }

    subscript(field name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}
