import Foundation
import Synchronization
import Testing

@testable import Bookkeeping

/// Watches how many passwords are checked at once; none is done before the line was full.
private final class Line: Sendable {
    let isFull = Atomic(false)
    private let busy = Mutex((now: 0, most: 0))

    func check() {
        busy.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
        while !isFull.load(ordering: .relaxed) { usleep(100) }
        busy.withLock { $0.now -= 1 }
    }

    var mostAtOnce: Int { busy.withLock { $0.most } }
}

@Suite struct PasswordDeskTests {
    @Test("one password is checked at a time, and a line that is full sends people away")
    func oneAtATime() async throws {
        let desk = PasswordDesk()
        let line = Line()
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    let done = try await desk.take {
                        line.check()
                        return true
                    }
                    if done == nil { line.isFull.store(true, ordering: .relaxed) }
                    return done ?? false
                }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(line.mostAtOnce == 1)
        #expect(outcomes.filter { $0 }.count >= PasswordDesk.longestLine)
        #expect(outcomes.contains(false))
        #expect(try await desk.take { 7 } == 7)
    }

    @Test("who is refused when it is their turn makes room for the next")
    func refusedInTurn() async throws {
        struct Refused: Error {}
        let desk = PasswordDesk()
        await #expect(throws: Refused.self) { try await desk.take(admit: { throw Refused() }, { 1 }) }
        #expect(try await desk.take { 2 } == 2)
    }
}
