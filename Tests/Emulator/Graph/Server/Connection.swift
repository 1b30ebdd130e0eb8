internal import Glibc

/// One connection: reads requests one after another and delivers the answers.
struct Connection: ~Copyable {
    let descriptor: CInt
    private let origin: Origin
    private let application: any Answering
    private var buffer: [UInt8] = []

    private static let headLimit = 65_536
    /// `POLLRDHUP` of poll(2), which the C library's headers hide.
    private static let hangUp: Int16 = 0x2000
    private static let bodyLimit = 512 << 20

    init(_ descriptor: CInt, origin: Origin, application: any Answering) {
        self.descriptor = descriptor
        self.origin = origin
        self.application = application
        var yes: CInt = 1
        setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<CInt>.size))
    }

    consuming func serve() {
        var connection = self
        while let head = connection.readHead() {
            guard var request = Request(head: head, origin: connection.origin), connection.readBody(&request) else {
                _ = connection.deliver(Outcome(answer: Answer(400), closes: true), to: nil)
                return
            }
            var outcome = connection.application.exchange(request)
            if !request.hasLength || request["connection"]?.lowercased() == "close" { outcome.closes = true }
            guard connection.deliver(outcome, to: request) else { return }
        }
    }

    private mutating func readHead() -> String? {
        let end = Array("\r\n\r\n".utf8)
        var searched = 0
        while true {
            while searched + 4 <= buffer.count {
                if buffer[searched..<searched + 4].elementsEqual(end) {
                    let head = String(validating: buffer[..<searched], as: UTF8.self)
                    buffer.removeFirst(searched + 4)
                    return head
                }
                searched += 1
            }
            guard buffer.count < Self.headLimit, receive() else { return nil }
        }
    }

    /// False when the body cannot be had. A body in chunks is not read: the answer will be 411 and the end.
    private mutating func readBody(_ request: inout Request) -> Bool {
        guard request["transfer-encoding"] == nil else {
            request.hasLength = false
            return true
        }
        guard let text = request["content-length"] else {
            request.hasLength = !["PUT", "POST", "PATCH"].contains(request.method)
            return true
        }
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let length = Int(text), length <= Self.bodyLimit
        else { return false }
        if length > 0, request["expect"]?.lowercased() == "100-continue" {
            let continuation = application.continuation(for: request)
            // Who did not wait needs no leave (RFC 9110 section 10.1.1).
            if buffer.isEmpty { sendContinue(continuation) }
        }
        buffer.reserveCapacity(length)
        while buffer.count < length {
            guard receive() else { return false }
        }
        request.body = Array(buffer[..<length])
        buffer.removeFirst(length)
        return true
    }

    private func sendContinue(_ continuation: Continuation) {
        switch continuation {
        case .atOnce: break
        case .late(let delay): pause(delay)
        case .never: return
        }
        _ = send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }

    private mutating func receive() -> Bool {
        let room = 262_144
        let part = [UInt8](unsafeUninitializedCapacity: room) { space, count in
            repeat { count = max(recv(descriptor, space.baseAddress, room, 0), -1) } while count < 0 && errno == EINTR
            count = max(count, 0)
        }
        buffer += part
        return !part.isEmpty
    }

    // MARK: For the delivery

    /// False when the other side is gone.
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        let sent: Bool? = bytes.withContiguousStorageIfAvailable { bytes in
            var rest = UnsafeRawBufferPointer(bytes)[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = Glibc.send(descriptor, part.baseAddress, part.count, CInt(MSG_NOSIGNAL))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        return sent ?? send(Array(bytes))
    }

    /// Waits, but not longer than the other side does.
    func pause(_ time: Duration?) {
        let milliseconds = time.map { Int32(clamping: Int64($0 / .milliseconds(1))) } ?? -1
        var event = pollfd(fd: descriptor, events: Self.hangUp, revents: 0)
        while poll(&event, 1, milliseconds) < 0 && errno == EINTR {}
    }

    /// Ends the connection with a reset (RST) instead of an orderly end.
    func reset() {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }
}
