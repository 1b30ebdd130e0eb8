internal import Glibc
internal import Synchronization

/// What stands behind a listener.
protocol Answering: Sendable {
    /// Asked once the head is there, before the body: what to do about `Expect: 100-continue`.
    func continuation(for request: Request) -> Continuation
    func exchange(_ request: Request) -> Outcome
}

enum Continuation: Sendable {
    case atOnce
    case late(Duration)
    case never
}

struct SocketFailure: Error, CustomStringConvertible {
    let call: String
    let number: CInt

    init(_ call: String) {
        self.call = call
        number = errno
    }

    var description: String { "\(call): \(String(cString: strerror(number)))" }
}

/// A listening socket on a free port of 127.0.0.1, with one thread that accepts and one for each connection.
///
/// The project's own server is not used: it would refuse to break the protocol in the ways that a test needs.
final class Listener: Sendable {
    let port: UInt16
    private let descriptor: CInt
    private let connections = Mutex(Connections())

    private struct Connections {
        var isStopped = false
        var open: Set<CInt> = []
    }

    init(_ origin: Origin, for application: any Answering) throws {
        signal(SIGPIPE, SIG_IGN)
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SocketFailure("socket") }
        var yes: CInt = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<CInt>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, size) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, address, &size) == 0
            }
        }
        guard bound else {
            let failure = SocketFailure("listen")
            close(descriptor)
            throw failure
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: address.sin_port)
        startThread { [self] in accept(origin, application) }
    }

    private func accept(_ origin: Origin, _ application: any Answering) {
        while true {
            let connection = Glibc.accept(descriptor, nil, nil)
            if connection < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                break
            }
            let isWelcome = connections.withLock { connections in
                if !connections.isStopped { connections.open.insert(connection) }
                return !connections.isStopped
            }
            guard isWelcome else {
                close(connection)
                continue
            }
            startThread { [self] in
                Connection(connection, origin: origin, application: application).serve()
                connections.withLock { _ = $0.open.remove(connection) }
                close(connection)
            }
        }
        close(descriptor)
    }

    /// Ends the listener and every connection; stalled answers end with it.
    func stop() {
        let isFirst = connections.withLock { connections in
            guard !connections.isStopped else { return false }
            connections.isStopped = true
            for connection in connections.open { shutdown(connection, CInt(SHUT_RDWR)) }
            return true
        }
        if isFirst { shutdown(descriptor, CInt(SHUT_RDWR)) }
    }
}

/// Blocking work gets a thread of its own: a stalled answer must not hold up another.
func startThread(_ work: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let work: @Sendable () -> Void
        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Box(work)).toOpaque()
    let started = pthread_create(
        &thread, nil,
        { argument in
            guard let argument else { return nil }
            Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().work()
            return nil
        }, argument)
    precondition(started == 0, "a thread can be started")
    pthread_detach(thread)
}
