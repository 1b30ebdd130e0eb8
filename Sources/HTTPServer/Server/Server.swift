import Glibc
import Synchronization

/// What a server needs to know.
package struct Configuration: Sendable {
    /// An address to listen on: `0.0.0.0`, `::`, `127.0.0.1`.
    package var host: String
    /// 0: the system picks a free one.
    package var port: UInt16
    /// A second port, behind which everything is sealed.
    package var secure: Secure?
    /// One per core.
    package var loops: Int
    package var limits: Limits

    package init(
        host: String, port: UInt16, secure: Secure? = nil, loops: Int = Configuration.cores, limits: Limits = Limits()
    ) {
        self.host = host
        self.port = port
        self.secure = secure
        self.loops = loops
        self.limits = limits
    }

    package struct Secure: Sendable {
        /// 0: the system picks a free one.
        package var port: UInt16
        package var tls: CurrentTLS

        package init(port: UInt16, tls: CurrentTLS) {
            self.port = port
            self.tls = tls
        }
    }

    package static var cores: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}

package struct ServerError: Error, Sendable, CustomStringConvertible {
    package let description: String

    init(description: String) { self.description = description }

    /// A system call failed; `errno` says why.
    init(call: String, about: String? = nil) {
        let reason = String(cString: strerror(errno))
        description = about.map { "\(call) \($0): \(reason)" } ?? "\(call): \(reason)"
    }
}

/// An HTTP/1.1 server over TCP and TLS: a door for each, and as many event loops as there are cores.
package final class Server: Sendable {
    private let configuration: Configuration
    private let application: any Application
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let listeners: [Listener]
        let census: Census
        let loops: [LoopHandle]
    }

    package init(_ configuration: Configuration, application: any Application) {
        self.configuration = configuration
        self.application = application
    }

    /// The ports at which a server is to be found.
    package struct Ports: Sendable {
        package let plain: UInt16
        package let secure: UInt16?
    }

    /// Listens; from then on requests are answered.
    package func start() throws(ServerError) -> Ports {
        let (limits, secure) = (configuration.limits, configuration.secure)
        let listener = try Listener(host: configuration.host, port: configuration.port, backlog: limits.backlog)
        let secureListener = try secure.map { secure throws(ServerError) in
            try Listener(host: configuration.host, port: secure.port, backlog: limits.backlog)
        }
        let capacity = max(16, Self.raiseDescriptorLimit(limits.descriptors) - limits.reservedDescriptors)
        let census = Census(capacity: capacity, limits: limits)
        var loops: [LoopHandle] = []
        for _ in 0..<max(1, configuration.loops) {
            loops.append(try LoopDriver.start(application: application, limits: limits, census: census))
        }
        var doors = [Door(listener, secured: nil, loops: loops, application: application, census: census)]
        if let secureListener {
            doors.append(
                Door(secureListener, secured: secure?.tls, loops: loops, application: application, census: census))
        }
        for loop in loops { for door in doors { loop.post(.attend(door)) } }
        running.withLock { $0 = Running(listeners: doors.map(\.listener), census: census, loops: loops) }
        return Ports(plain: listener.port, secure: secureListener?.port)
    }

    /// All zeros before the start and after the end.
    package var load: ServerLoad { running.withLock { $0?.census.load } ?? ServerLoad() }

    /// Takes no more connections, lets what is being answered finish, and ends everything when `grace` is over.
    package func shutdown(grace: Duration) async {
        guard
            let running = running.withLock({ running in
                defer { running = nil }; return running
            })
        else { return }
        for listener in running.listeners { listener.close() }
        let seconds = UInt32(clamping: grace.components.seconds + (grace.components.attoseconds > 0 ? 1 : 0))
        await withTaskGroup { group in
            for loop in running.loops {
                group.addTask {
                    await withCheckedContinuation { ended in loop.post(.retire(seconds: seconds) { ended.resume() }) }
                }
            }
        }
    }

    /// Ten thousand phones want ten thousand descriptors; the usual limit is 1,024. Returns what there is.
    private static func raiseDescriptorLimit(_ wanted: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(rlim_t(wanted), limit.rlim_max)
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return Int(clamping: min(limit.rlim_cur, rlim_t(wanted)))
    }
}
