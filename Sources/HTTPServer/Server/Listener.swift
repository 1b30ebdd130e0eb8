import CEpoll
import Glibc

/// A listening TCP socket.
struct Listener: Sendable {
    let socket: Descriptor
    let port: UInt16

    /// `host` is an address or `localhost`; `::` listens on IPv4 as well.
    init(host: String, port: UInt16, backlog: CInt, unsentBytes: CInt = Limits().unsentBytes) throws(ServerError) {
        guard let ip = host == "localhost" ? IPAddress("127.0.0.1") : IPAddress(host) else {
            throw ServerError(description: "\(host) is not an address to listen on")
        }
        var address = SocketAddress(ip, port: port)
        let type = CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard let socket = Descriptor(Glibc.socket(CInt(address.family), type, 0)) else {
            throw ServerError(call: "socket")
        }
        func allow(_ level: Int, _ option: CInt, _ value: CInt) -> Bool {
            var value = value
            return setsockopt(socket.number, CInt(level), option, &value, socklen_t(MemoryLayout<CInt>.size)) == 0
        }
        guard allow(Int(SOL_SOCKET), SO_REUSEADDR, 1),
            // Accepted sockets inherit it, which saves a call for each.
            allow(Int(IPPROTO_TCP), TCP_NODELAY, 1),
            allow(Int(IPPROTO_TCP), TCP_NOTSENT_LOWAT, unsentBytes),
            // A client that speaks first is let in with its request: it need not be watched for in between. Who says
            // nothing comes in a second later.
            allow(Int(IPPROTO_TCP), TCP_DEFER_ACCEPT, 1),
            address.family != AF_INET6 || allow(Int(IPPROTO_IPV6), IPV6_V6ONLY, 0)
        else { throw ServerError(call: "setsockopt") }
        guard address.withPointer({ bind(socket.number, $0, $1) }) == 0 else {
            throw ServerError(call: "bind", about: "\(host):\(port)")
        }
        guard listen(socket.number, backlog) == 0 else { throw ServerError(call: "listen") }
        guard let bound = SocketAddress(boundTo: socket)?.peer else { throw ServerError(call: "getsockname") }
        self.socket = socket
        self.port = bound.port
    }

    enum Accepted {
        case connection(Descriptor, PeerAddress)
        case nobody
        /// That client left before it was its turn.
        case gone
        case exhausted(ServerError)
        case closed
    }

    func accept() -> Accepted {
        var address = SocketAddress()
        let flags = CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        if let socket = Descriptor(address.fill { accept4(self.socket.number, $0, $1, flags) }) {
            guard let peer = address.peer else { return .gone }
            return .connection(socket, peer)
        }
        switch errno {
        case EAGAIN: return .nobody
        case EINVAL: return .closed
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted(ServerError(call: "accept"))
        default: return .gone
        }
    }
}

extension Server {
    /// Whether a server could listen there: does so for a moment. Returns the port.
    package static func tryOut(host: String, port: UInt16) throws(ServerError) -> UInt16 {
        try Listener(host: host, port: port, backlog: 1).port
    }
}

extension Listener {
    /// Refuses new connections from now on; who accepts is told `closed`.
    func close() { shutdown(socket.number, CInt(SHUT_RDWR)) }
}

/// A socket address of either family, in the kernel's form.
struct SocketAddress {
    private var storage = sockaddr_storage()

    init() {}

    init(_ ip: IPAddress, port: UInt16) {
        withUnsafeMutableBytes(of: &storage) { bytes in
            switch ip {
            case .v4(let value):
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port.bigEndian
                address.sin_addr.s_addr = value.bigEndian
                withUnsafeBytes(of: &address) { bytes.copyMemory(from: $0) }
            case .v6(let value):
                var address = sockaddr_in6()
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_port = port.bigEndian
                withUnsafeMutableBytes(of: &address.sin6_addr) { $0.storeBytes(of: value.bigEndian, as: UInt128.self) }
                withUnsafeBytes(of: &address) { bytes.copyMemory(from: $0) }
            }
        }
    }

    init?(boundTo socket: Descriptor) {
        guard fill({ getsockname(socket.number, $0, $1) }) == 0 else { return nil }
    }

    var family: Int32 { Int32(storage.ss_family) }

    var peer: PeerAddress? {
        withUnsafeBytes(of: storage) { bytes in
            switch Int32(storage.ss_family) {
            case AF_INET:
                let address = bytes.loadUnaligned(as: sockaddr_in.self)
                return PeerAddress(
                    ip: .v4(UInt32(bigEndian: address.sin_addr.s_addr)), port: UInt16(bigEndian: address.sin_port))
            case AF_INET6:
                let address = bytes.loadUnaligned(as: sockaddr_in6.self)
                let value = withUnsafeBytes(of: address.sin6_addr) { $0.loadUnaligned(as: UInt128.self) }
                return PeerAddress(
                    ip: .normalized(v6: UInt128(bigEndian: value)), port: UInt16(bigEndian: address.sin6_port))
            default: return nil
            }
        }
    }

    /// For calls that read an address.
    mutating func withPointer(_ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
        let length = family == AF_INET6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        return withUnsafePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(length)) }
        }
    }

    /// For calls that write one.
    mutating func fill(_ call: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt) -> CInt {
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, &length) }
        }
    }
}
