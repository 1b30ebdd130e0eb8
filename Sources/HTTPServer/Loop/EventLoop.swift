import CEpoll
import Dispatch
import Glibc
import Synchronization

/// Serves its share of the connections. All their sockets are in one epoll set, edge-triggered and registered once.
///
/// A value that cannot be copied, like the connections: the compiler proves what would be checked at every access if it
/// were a class. Only its queue touches it, through `LoopDriver`.
struct EventLoop: ~Copyable {
    private let epoll: Descriptor
    private let handle: LoopHandle
    private var bench: Workbench
    private var events = [epoll_event](repeating: epoll_event(), count: 256)
    private var slots: [Slot] = []
    private var freeSlots: [Int] = []
    private var waiting: [Seat] = []
    private var mail = LoopHandle.Mail()
    private var doors: [Door] = []
    /// Edge-triggered: somebody may be at a door, until nobody is. A bit for each.
    private var knocks: UInt8 = 0
    /// A handler's answer went out since the loop last rested.
    private var hasDelivered = false
    private var retirement: Retirement?

    private struct Slot {
        var seat: Seat?
        /// Goes into the tag, so that what comes late for a former connection is told apart.
        var generation: UInt32 = 0
    }

    /// Where a connection sits while it waits for an event or for its turn.
    private final class Seat {
        // Only the loop reaches a seat, and the loop itself is one value: nobody else can be at the same connection.
        @exclusivity(unchecked) var connection: Connection
        var isQueued = false

        init(_ connection: consuming Connection) { self.connection = connection }
    }

    private struct Retirement {
        let deadline: UInt32
        let done: @Sendable () -> Void
    }

    private static let bellTag = UInt64.max
    /// Of the first door; those of the others are below.
    private static let doorTag = UInt64.max - 1
    /// Nothing is ever changed in the set, so that a request costs no call for it.
    private static let everything =
        EPOLLIN.rawValue | EPOLLOUT.rawValue | EPOLLRDHUP.rawValue | EPOLLET.rawValue

    init(epoll: Descriptor, bench: consuming Workbench) {
        self.epoll = epoll
        self.handle = bench.handle
        self.bench = bench
        _ = watch(handle.bell, tag: Self.bellTag)
    }

    // MARK: Rounds

    /// Does what there is to do; false once the loop has retired.
    mutating func run() -> Bool {
        repeat {
            if bench.clock.tick() { checkDeadlines() }
            // A handler that waits for nobody is started, run and answered without a look at the sockets in between.
            var rounds = 4
            while rounds > 0, deliverMail() { rounds -= 1 }
            giveTurns()
            if knocks != 0 { letIn() }
        } while wait()
        guard let retirement, slots.allSatisfy({ $0.seat == nil }) else { return true }
        end(retirement)
        return false
    }

    /// Waits a moment for events and serves them; false when it is time to go back to Dispatch, which calls again when
    /// there are more.
    private mutating func wait() -> Bool {
        let mayRest = waiting.isEmpty && knocks == 0 && handle.fallAsleep()
        let count = mayRest ? rest() : poll(patience: 0)
        guard count > 0 else { return !mayRest }
        handle.awake()
        for index in 0..<count {
            let event = events[index]
            switch event.data.u64 {
            case Self.bellTag: break
            case let tag where tag > Self.doorTag - UInt64(UInt8.bitWidth): knocks |= 1 << UInt8(Self.doorTag - tag)
            case let tag: if let seat = seat(tag) { serve(seat, noting: event.events) }
            }
        }
        return true
    }

    /// Who still has handlers under way leaves the processor to them.
    private mutating func rest() -> Int {
        if bench.handlers == 0, hasDelivered {
            hasDelivered = false
            let end = LoopClock.nanoseconds + bench.limits.spinNanoseconds
            repeat {
                let count = poll(patience: 0)
                if count != 0 { return count }
            } while LoopClock.nanoseconds < end
        }
        return poll(patience: bench.limits.lingerMilliseconds)
    }

    private mutating func poll(patience: CInt) -> Int {
        Int(epoll_wait(epoll.number, &events, CInt(events.count), patience))
    }

    private mutating func deliverMail() -> Bool {
        handle.collect(&mail)
        guard !mail.isEmpty else { return false }
        for job in mail.jobs { job.runSynchronously(on: handle.asUnownedTaskExecutor()) }
        for letter in mail.letters { deliver(letter) }
        mail.removeAll()
        return true
    }

    private mutating func deliver(_ letter: LoopHandle.Letter) {
        switch letter {
        case .attend(let door):
            // Exclusive: of the loops that wait, one is woken.
            _ = watch(
                door.listener.socket, for: EPOLLIN.rawValue | EPOLLET.rawValue | EPOLLEXCLUSIVE.rawValue,
                tag: Self.doorTag - UInt64(doors.count))
            doors.append(door)
        case .knock: knocks = .max
        case .adopt(let guest): adopt(guest)
        case .answer(let tag, let response):
            bench.handlers -= 1
            hasDelivered = true
            guard let seat = seat(tag) else { return letter.abandon() }
            seat.connection.answer(response, &bench)
            serve(seat)
        case .stream(let tag):
            if let seat = seat(tag) { serve(seat) }
        case .retire(let seconds, let done):
            retire(Retirement(deadline: bench.clock.seconds &+ seconds, done: done))
        }
    }

    private mutating func giveTurns() {
        guard !waiting.isEmpty else { return }
        let now = waiting
        waiting = []
        for seat in now {
            seat.isQueued = false
            serve(seat)
        }
    }

    private mutating func checkDeadlines() {
        let isOver = retirement.map { Int32(bitPattern: bench.clock.seconds &- $0.deadline) >= 0 } ?? false
        for index in slots.indices {
            guard let seat = slots[index].seat else { continue }
            if isOver { seat.connection.close() } else { seat.connection.checkDeadlines(&bench) }
            serve(seat)
        }
    }

    // MARK: Connections

    private mutating func letIn() {
        let knocked = knocks
        for (index, door) in doors.enumerated() where knocked & 1 << UInt8(index) != 0 { letIn(at: door, 1 << index) }
        knocks &= 1 << UInt8(doors.count) &- 1
    }

    private mutating func letIn(at door: Door, _ knock: UInt8) {
        for _ in 0..<bench.limits.acceptsPerTurn {
            switch door.open() {
            case .guest(let guest):
                let host = door.host(for: handle)
                host.guests.add(1, ordering: .relaxed)
                if host === handle { adopt(guest) } else { host.post(.adopt(guest)) }
            case .nobody, .closed:
                knocks &= ~knock
                return
            case .full:
                knocks &= ~knock
                let handle = handle
                let pause = DispatchTimeInterval.milliseconds(bench.limits.acceptPauseMilliseconds)
                return handle.queue.asyncAfter(deadline: .now() + pause) { handle.post(.knock) }
            }
        }
    }

    /// Mostly the request has come with the connection, and sometimes its answer is the end: so it is served first, and
    /// only who stays is watched.
    private mutating func adopt(_ guest: Guest) {
        let index = freeSlots.popLast() ?? slots.count
        if index == slots.count { slots.append(Slot()) }
        let tag = UInt64(slots[index].generation) << 32 | UInt64(index)
        let seat = Seat(Connection(tag: tag, guest, bench: bench))
        slots[index].seat = seat
        serve(seat)
        guard slots[index].seat === seat, !watch(guest.socket, tag: tag) else { return }
        seat.connection.close()
        serve(seat)
    }

    private mutating func serve(_ seat: Seat, noting events: UInt32 = 0) {
        switch seat.connection.serve(noting: events, &bench) {
        case .rests: break
        case .isOver: forget(seat)
        case .wantsTurn:
            guard !seat.isQueued else { return }
            seat.isQueued = true
            waiting.append(seat)
        }
    }

    private func seat(_ tag: UInt64) -> Seat? {
        let index = Int(tag & 0xffff_ffff)
        guard index < slots.count, slots[index].generation == UInt32(tag >> 32) else { return nil }
        return slots[index].seat
    }

    private mutating func forget(_ seat: Seat) {
        let index = Int(seat.connection.tag & 0xffff_ffff)
        guard slots[index].seat === seat else { return }
        slots[index].seat = nil
        slots[index].generation &+= 1
        freeSlots.append(index)
        handle.guests.subtract(1, ordering: .relaxed)
    }

    private func watch(_ descriptor: Descriptor, for events: UInt32 = everything, tag: UInt64) -> Bool {
        var event = epoll_event()
        event.events = events
        event.data.u64 = tag
        return epoll_ctl(epoll.number, EPOLL_CTL_ADD, descriptor.number, &event) == 0
    }

    // MARK: The end

    private mutating func retire(_ retirement: Retirement) {
        self.retirement = retirement
        bench.isRetiring = true
        doors = []
        for index in slots.indices {
            guard let seat = slots[index].seat else { continue }
            seat.connection.prepareToLeave()
            serve(seat)
            seat.connection.leaveIfIdle()
            serve(seat)
        }
    }

    private mutating func end(_ retirement: Retirement) {
        self.retirement = nil
        let rest = handle.retire()
        for job in rest.jobs { job.runSynchronously(on: handle.asUnownedTaskExecutor()) }
        for letter in rest.letters { letter.abandon() }
        retirement.done()
    }
}
