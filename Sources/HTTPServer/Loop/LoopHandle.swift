import CEpoll
import Dispatch
import Glibc
import Synchronization

/// What the rest of the program may know of an event loop: its mailbox. As a `TaskExecutor` it runs handlers on the
/// loop itself, so that a request that waits for nobody never changes threads.
final class LoopHandle: TaskExecutor, Sendable {
    enum Letter: Sendable {
        /// From now on, let in who comes.
        case attend(Door)
        /// Somebody may be at the door.
        case knock
        /// A new connection.
        case adopt(Guest)
        /// A handler is done with the request of the connection of this tag.
        case answer(UInt64, Response)
        /// An event stream has something to say.
        case stream(UInt64)
        /// Finish what is being answered, end the rest; after `seconds` end everything. Then say so.
        case retire(seconds: UInt32, done: @Sendable () -> Void)

        /// Nobody is there to get it: whoever waits for that is told.
        func abandon() {
            switch self {
            case .answer(_, let response): if case .events(let stream) = response.body { stream.abandon() }
            case .retire(_, let done): done()
            case .attend, .knock, .adopt, .stream: break
            }
        }
    }

    struct Mail: Sendable {
        var letters: [Letter] = []
        var jobs: [UnownedJob] = []

        var isEmpty: Bool { letters.isEmpty && jobs.isEmpty }

        /// Keeps the room.
        mutating func removeAll() {
            letters.removeAll(keepingCapacity: true)
            jobs.removeAll(keepingCapacity: true)
        }
    }

    private struct State {
        var mail = Mail()
        var isAsleep = true
        var isRetired = false
    }

    let queue: DispatchQueue
    /// Becomes readable when there is mail for a sleeping loop. It is watched edge-triggered and so never read.
    let bell: Descriptor
    /// How many connections the loop has.
    let guests = Atomic<Int>(0)
    private let state = Guarded(State())

    init(queue: DispatchQueue, bell: Descriptor) {
        self.queue = queue
        self.bell = bell
    }

    func post(_ letter: Letter) {
        if put({ $0.letters.append(letter) }) { letter.abandon() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isRetired = put { $0.jobs.append(job) }
        // Handlers that outlive the server still hold actors: they must be able to go on.
        if isRetired { queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
    }

    private func put(_ add: (inout Mail) -> Void) -> Bool {
        let (rings, isRetired) = state.withLock { state in
            guard !state.isRetired else { return (false, true) }
            add(&state.mail)
            defer { state.isAsleep = false }
            return (state.isAsleep, false)
        }
        if rings { eventfd_write(bell.number, 1) }
        return isRetired
    }

    // MARK: The loop's side

    /// Swaps the mail out; `mail` must be empty, its room is used again.
    func collect(_ mail: inout Mail) { state.withLock { swap(&$0.mail, &mail) } }

    /// Says that from now on the bell must be rung; false if there is mail already.
    func fallAsleep() -> Bool {
        state.withLock { state in
            state.isAsleep = state.mail.isEmpty
            return state.isAsleep
        }
    }

    func awake() { state.withLock { $0.isAsleep = false } }

    /// The loop is about to end: hands over what came last.
    func retire() -> Mail {
        state.withLock { state in
            state.isRetired = true
            defer { state.mail = Mail() }
            return state.mail
        }
    }
}
