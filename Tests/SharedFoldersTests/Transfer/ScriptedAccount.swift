import Synchronization

@testable import SharedFolders

/// An account at a service that answers from a script, and 200 once that is at its end, in a time that only passes when
/// somebody sleeps.
struct ScriptedAccount {
    enum Step: Sendable {
        case answer(Int, [String: String] = [:])
        case failure(TransferFailure)
    }

    /// What happened so far.
    private final class Record: Sendable {
        struct State {
            var steps: [Step]
            var elapsed = Duration.zero
            var slept: [Duration] = []
            var sent: [Duration] = []
            var underWay = 0
            var mostAtOnce = 0
            var reports: [TransferReport] = []
        }

        let state: Mutex<State>

        init(_ steps: [Step]) {
            state = Mutex(State(steps: steps))
        }
    }

    private let record: Record
    private let account: RemoteAccount

    /// The first `holdsUntil` requests are answered when all of them have come.
    init(_ steps: [Step], chance: Double = 0.5, holdsUntil: Int = 0, failsSleep: Bool = false) {
        let record = Record(steps)
        let clock = TransferClock(
            elapsed: { record.state.withLock { $0.elapsed } }, now: { 1_795_219_200_000 },
            sleep: { duration in
                if failsSleep { throw CancellationError() }
                record.state.withLock {
                    $0.slept.append(duration)
                    $0.elapsed += duration
                }
            },
            chance: { chance })
        self.record = record
        account = RemoteAccount(
            service: .onedrive, clock: clock, rule: RetryRule(),
            report: { report in record.state.withLock { $0.reports.append(report) } }
        ) { _ throws(TransferFailure) in
            let step = record.state.withLock { state in
                state.sent.append(state.elapsed)
                state.underWay += 1
                state.mostAtOnce = max(state.mostAtOnce, state.underWay)
                return state.steps.isEmpty ? Step.answer(200) : state.steps.removeFirst()
            }
            if holdsUntil > 0 {
                _ = await eventually { record.state.withLock { $0.sent.count >= holdsUntil } }
                // Time for one too many to come as well.
                try? await Task.sleep(for: .milliseconds(5))
            }
            record.state.withLock { $0.underWay -= 1 }
            switch step {
            case .answer(let status, let fields):
                return TransferAnswer(status: status, fields: fields.map { ($0.key, $0.value) }, body: [])
            case .failure(let failure):
                throw failure
            }
        }
    }

    var sent: [Duration] { record.state.withLock { $0.sent } }
    var reports: [TransferReport] { record.state.withLock { $0.reports } }
    var slept: [Duration] { record.state.withLock { $0.slept } }
    var elapsed: Duration { record.state.withLock { $0.elapsed } }
    var mostAtOnce: Int { record.state.withLock { $0.mostAtOnce } }

    func advance(_ duration: Duration) {
        record.state.withLock { $0.elapsed += duration }
    }

    /// The answer's status.
    func send(_ kind: RequestKind) async throws(RemoteFailure) -> Int {
        guard let address = WebAddress("https://service.example/secret") else { return 0 }
        return try await account.send(TransferRequest("GET", address), kind).status
    }

    func failure(_ kind: RequestKind) async -> RemoteFailure? {
        do throws(RemoteFailure) {
            _ = try await send(kind)
            return nil
        } catch {
            return error
        }
    }
}
