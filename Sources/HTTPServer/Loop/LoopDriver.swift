import CEpoll
import Dispatch
import Glibc

/// Lets an event loop run on its queue: when the one dispatch source that watches its epoll set says so, and once a
/// second for the deadlines. A source for each connection would cost 2.5 times as much.
final class LoopDriver {
    private var loop: EventLoop
    private let source: any DispatchSourceRead
    private let timer: any DispatchSourceTimer

    /// Starts a loop that runs until it is told to retire.
    static func start(application: any Application, limits: Limits, census: Census) throws(ServerError) -> LoopHandle {
        guard let epoll = Descriptor(epoll_create1(CInt(EPOLL_CLOEXEC))),
            let bell = Descriptor(eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)))
        else { throw ServerError(call: "epoll_create1") }
        let handle = LoopHandle(queue: DispatchQueue(label: "splitclone.http.loop"), bell: bell)
        handle.queue.async {
            let bench = Workbench(application: application, limits: limits, handle: handle, census: census)
            LoopDriver(EventLoop(epoll: epoll, bench: bench), epoll, handle.queue).attach()
        }
        return handle
    }

    private init(_ loop: consuming EventLoop, _ epoll: Descriptor, _ queue: DispatchQueue) {
        self.loop = loop
        source = DispatchSource.makeReadSource(fileDescriptor: epoll.number, queue: queue)
        timer = DispatchSource.makeTimerSource(queue: queue)
    }

    /// The source and the timer hold the driver until they are cancelled.
    private func attach() {
        source.setEventHandler { self.run() }
        timer.setEventHandler { self.run() }
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
        source.activate()
        timer.activate()
        run()
    }

    private func run() {
        guard !loop.run() else { return }
        source.cancel()
        timer.cancel()
    }
}
