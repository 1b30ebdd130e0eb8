import Dispatch

/// Takes new connections and deals them out to the loops in turn, which spreads them more evenly than the kernel's hash.
final class Acceptor {
    private let listener: Listener
    private let loops: [LoopHandle]
    private let application: any Application
    private let limits: Limits
    private let census: Census
    private let source: any DispatchSourceRead
    private let pause: any DispatchSourceTimer
    private var next = 0
    private var isPaused = false
    /// Said once, until somebody got in again.
    private var hasComplained = false

    /// Accepts on a queue of its own until the listener is closed.
    static func start(
        _ listener: Listener, loops: [LoopHandle], application: any Application, limits: Limits, census: Census
    ) {
        let queue = DispatchQueue(label: "splitclone.http.acceptor")
        queue.async { Acceptor(listener, loops, application, limits, census, queue).attach() }
    }

    private init(
        _ listener: Listener, _ loops: [LoopHandle], _ application: any Application, _ limits: Limits, _ census: Census,
        _ queue: DispatchQueue
    ) {
        self.listener = listener
        self.loops = loops
        self.application = application
        self.limits = limits
        self.census = census
        source = DispatchSource.makeReadSource(fileDescriptor: listener.socket.number, queue: queue)
        pause = DispatchSource.makeTimerSource(queue: queue)
    }

    /// The sources hold the acceptor until they are cancelled.
    private func attach() {
        source.setEventHandler { self.acceptWaiting() }
        pause.setEventHandler { self.resume() }
        pause.activate()
        source.activate()
    }

    private func acceptWaiting() {
        for _ in 0..<limits.acceptsPerTurn {
            guard !census.isFull else { return rest(because: "all \(census.capacity) connections are taken") }
            switch listener.accept() {
            case .connection(let socket, let peer):
                census.enter()
                hasComplained = false
                loops[next].post(.adopt(socket, peer))
                next = (next + 1) % loops.count
            case .nobody: return
            case .gone: continue
            case .exhausted(let error): return rest(because: error.description)
            case .closed: return end()
            }
        }
    }

    /// A listener that cannot be served stays readable: without a pause this would spin.
    private func rest(because reason: String) {
        if !hasComplained { application.trouble("no new connections for a moment: \(reason)") }
        hasComplained = true
        isPaused = true
        source.suspend()
        pause.schedule(deadline: .now() + .milliseconds(limits.acceptPauseMilliseconds))
    }

    private func resume() {
        guard isPaused else { return }
        isPaused = false
        source.resume()
    }

    private func end() {
        source.cancel()
        pause.cancel()
    }
}
