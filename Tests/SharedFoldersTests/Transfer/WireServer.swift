import Glibc
import Synchronization

/// A server on 127.0.0.1 that says exactly what its script says, byte for byte, right or wrong. Every connection has a
/// thread of its own; the script gets the connection and its number, counting from 0.
final class WireServer: Sendable {
    typealias Script = @Sendable (WireConnection, Int) -> Void

    let port: UInt16
    private let listener: CInt
    private let script: Script
    private let open = Mutex<[CInt]>([])
    private let count = Atomic<Int>(0)

    init(_ script: @escaping Script) throws {
        self.script = script
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 512) == 0 && getsockname(listener, $0, &length) == 0
            }
        }
        guard result else { throw WireError() }
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        Self.inThread { self.acceptAll() }
    }

    /// Connections accepted so far.
    var accepted: Int { count.load(ordering: .relaxed) }

    /// Connections that are not closed on our side.
    var openConnections: Int { open.withLock { $0.count } }

    func stop() {
        shutdown(listener, Int32(SHUT_RDWR))
        open.withLock { $0.forEach { _ = shutdown($0, Int32(SHUT_RDWR)) } }
    }

    private func acceptAll() {
        while true {
            let socket = accept(listener, nil, nil)
            guard socket >= 0 else { break }
            let number = count.add(1, ordering: .relaxed).oldValue
            open.withLock { $0.append(socket) }
            Self.inThread {
                let connection = WireConnection(socket)
                self.script(connection, number)
                self.open.withLock { $0.removeAll { $0 == socket } }
                close(socket)
            }
        }
        close(listener)
    }

    private static func inThread(_ work: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Work(work)).toOpaque()
        let failure = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, context)
        precondition(failure == 0)
        pthread_detach(thread)
    }

    private final class Work: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}

struct WireError: Error {}

/// The server's end of one connection.
final class WireConnection {
    struct Request {
        let head: String
        let body: [UInt8]

        var line: String { String(head.prefix { $0 != "\r\n" }) }
        var path: String { String(line.split(separator: " ").dropFirst().first ?? "") }

        func field(_ name: String) -> String? {
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ":") }
                .map { $0.dropFirst(name.utf8.count + 1).trimmingPrefix(while: { $0 == " " }) }.map { String($0) }
        }
    }

    private let socket: CInt
    private var unread: [UInt8] = []

    init(_ socket: CInt) {
        self.socket = socket
    }

    /// `nil` when the other side is done.
    func request() -> Request? {
        while true {
            if let end = unread.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: unread[..<end.upperBound], as: UTF8.self)
                unread.removeFirst(end.upperBound)
                return Request(head: head, body: body(of: head))
            }
            guard receive() else { return nil }
        }
    }

    /// The head alone, leaving the body where it is.
    private func body(of head: String) -> [UInt8] {
        let count = Request(head: head, body: []).field("content-length").flatMap { Int($0) } ?? 0
        while unread.count < count, receive() {}
        defer { unread.removeFirst(min(count, unread.count)) }
        return Array(unread.prefix(count))
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// False when the other side is gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    func answer(_ status: Int = 200, fields: String = "", body: [UInt8] = Array("ok".utf8)) {
        send(Array("HTTP/1.1 \(status) Text\r\ncontent-length: \(body.count)\r\n\(fields)\r\n".utf8) + body)
    }

    /// Answers every request of the connection alike.
    func answerAll(_ body: [UInt8] = Array("ok".utf8)) {
        while request() != nil { answer(body: body) }
    }

    /// The end of the connection is a reset, not a farewell.
    func resetAtEnd() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// Waits until the other side closes; what it says meanwhile is thrown away.
    func waitForEnd() {
        while receive() { unread = [] }
    }

    /// Until the other side's system has everything that was sent, or nobody will ever have it.
    func waitForDelivery() {
        var left: CInt = 0
        while ioctl(socket, UInt(TIOCOUTQ), &left) == 0, left > 0 { Self.pause(milliseconds: 1) }
    }

    static func pause(milliseconds: UInt32) {
        usleep(milliseconds * 1000)
    }

    private func receive() -> Bool {
        var room = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &room, room.count, 0)
        if count > 0 { unread += room[..<count] }
        return count > 0
    }
}
