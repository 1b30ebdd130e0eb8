import CEpoll
import Dispatch
import Glibc

/// Serves its share of the connections on one serial queue. All their sockets are in one epoll set, edge-triggered and
/// registered once; a single dispatch source watches the set. A source per connection would cost 2.5 times as much.
final class EventLoop {
    private let epoll: Descriptor
    private let handle: LoopHandle
    private var bench: Workbench
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var waiting: [Seat] = []
    private var mail = LoopHandle.Mail()
    private var retirement: Retirement?
    private var stop: () -> Void = {}

    private struct Slot {
        var seat: Seat?
        /// Goes into the tag, so that what comes late for a former connection is told apart.
        var generation: UInt32 = 0
    }

    /// Where a connection sits while it waits for an event or for its turn.
    private final class Seat {
        var connection: Connection
        var isQueued = false

        init(_ connection: consuming Connection) { self.connection = connection }
    }

    private struct Retirement {
        let deadline: UInt32
        let done: @Sendable () -> Void
    }

    private static let bellTag = UInt64.max

    private init(epoll: Descriptor, bench: consuming Workbench) {
        self.epoll = epoll
        self.handle = bench.handle
        self.bench = bench
    }

    /// Starts a loop that runs until it is told to retire.
    static func start(application: any Application, limits: Limits, census: Census) throws(ServerError) -> LoopHandle {
        guard let epoll = Descriptor(epoll_create1(CInt(EPOLL_CLOEXEC))),
            let bell = Descriptor(eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK)))
        else { throw ServerError(call: "epoll_create1") }
        let handle = LoopHandle(queue: DispatchQueue(label: "splitclone.http.loop"), bell: bell)
        watch(bell, tag: bellTag, in: epoll)
        handle.queue.async {
            EventLoop(
                epoll: epoll,
                bench: Workbench(application: application, limits: limits, handle: handle, census: census)
            ).attach()
        }
        return handle
    }

    /// Lets the source and the clock call; they hold the loop until it retires.
    private func attach() {
        let source = DispatchSource.makeReadSource(fileDescriptor: epoll.number, queue: handle.queue)
        let timer = DispatchSource.makeTimerSource(queue: handle.queue)
        source.setEventHandler { self.run() }
        timer.setEventHandler { self.run() }
        timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
        stop = {
            source.cancel()
            timer.cancel()
        }
        source.activate()
        timer.activate()
        run()
    }

    // MARK: Rounds

    private func run() {
        repeat {
            if bench.clock.tick() { checkDeadlines() }
            // A handler that waits for nobody is started, run and answered without a look at the sockets in between.
            var rounds = 4
            while rounds > 0, deliverMail() { rounds -= 1 }
            giveTurns()
        } while wait()
        if let retirement, slots.allSatisfy({ $0.seat == nil }) { end(retirement) }
    }

    /// Waits a moment for events and serves them; false when it is time to go back to Dispatch, which calls again when
    /// there are more.
    private func wait() -> Bool {
        let mayRest = waiting.isEmpty && handle.fallAsleep()
        let patience = mayRest ? bench.limits.lingerMilliseconds : 0
        let count = Int(epoll_wait(epoll.number, &events, CInt(events.count), patience))
        guard count > 0 else { return !mayRest }
        handle.awake()
        for index in 0..<count {
            let tag = events[index].data.u64
            guard tag != Self.bellTag, let seat = seat(tag) else { continue }
            seat.connection.note(events[index].events)
            serve(seat)
        }
        return true
    }

    private func deliverMail() -> Bool {
        handle.collect(&mail)
        guard !mail.isEmpty else { return false }
        for job in mail.jobs { job.runSynchronously(on: handle.asUnownedTaskExecutor()) }
        for letter in mail.letters { deliver(letter) }
        mail.removeAll()
        return true
    }

    private func deliver(_ letter: LoopHandle.Letter) {
        switch letter {
        case .adopt(let socket, let peer): adopt(socket, peer)
        case .answer(let tag, let response):
            guard let seat = seat(tag) else { return letter.abandon() }
            seat.connection.answer(response, &bench)
            serve(seat)
        case .stream(let tag):
            if let seat = seat(tag) { serve(seat) }
        case .retire(let seconds, let done):
            retire(Retirement(deadline: bench.clock.seconds &+ seconds, done: done))
        }
    }

    private func giveTurns() {
        guard !waiting.isEmpty else { return }
        let now = waiting
        waiting = []
        for seat in now {
            seat.isQueued = false
            serve(seat)
        }
    }

    private func checkDeadlines() {
        let isOver = retirement.map { Int32(bitPattern: bench.clock.seconds &- $0.deadline) >= 0 } ?? false
        for index in slots.indices {
            guard let seat = slots[index].seat else { continue }
            if isOver { seat.connection.close() } else { seat.connection.checkDeadlines(&bench) }
            serve(seat)
        }
    }

    // MARK: Connections

    private func serve(_ seat: Seat) {
        if seat.connection.advance(&bench), !seat.isQueued {
            seat.isQueued = true
            waiting.append(seat)
        }
        if seat.connection.isClosed { forget(seat) }
    }

    private func adopt(_ socket: Descriptor, _ peer: PeerAddress) {
        let index = freeSlots.popLast() ?? slots.count
        if index == slots.count { slots.append(Slot()) }
        let tag = UInt64(slots[index].generation) << 32 | UInt64(index)
        let seat = Seat(Connection(tag: tag, peer: peer, socket: socket, bench: bench))
        slots[index].seat = seat
        if !Self.watch(socket, tag: tag, in: epoll) { seat.connection.close() }
        serve(seat)
    }

    private func seat(_ tag: UInt64) -> Seat? {
        let index = Int(tag & 0xffff_ffff)
        guard index < slots.count, slots[index].generation == UInt32(tag >> 32) else { return nil }
        return slots[index].seat
    }

    private func forget(_ seat: Seat) {
        let index = Int(seat.connection.tag & 0xffff_ffff)
        guard slots[index].seat === seat else { return }
        slots[index].seat = nil
        slots[index].generation &+= 1
        freeSlots.append(index)
    }

    @discardableResult
    private static func watch(_ descriptor: Descriptor, tag: UInt64, in epoll: Descriptor) -> Bool {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue
        event.data.u64 = tag
        return epoll_ctl(epoll.number, EPOLL_CTL_ADD, descriptor.number, &event) == 0
    }

    // MARK: The end

    private func retire(_ retirement: Retirement) {
        self.retirement = retirement
        bench.isRetiring = true
        for index in slots.indices {
            guard let seat = slots[index].seat else { continue }
            seat.connection.prepareToLeave()
            serve(seat)
            seat.connection.leaveIfIdle()
            serve(seat)
        }
    }

    private func end(_ retirement: Retirement) {
        self.retirement = nil
        stop()
        stop = {}
        let rest = handle.retire()
        for job in rest.jobs { job.runSynchronously(on: handle.asUnownedTaskExecutor()) }
        for letter in rest.letters { letter.abandon() }
        retirement.done()
    }
}
