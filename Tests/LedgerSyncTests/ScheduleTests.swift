import Testing

@testable import LedgerSync

@Suite("The schedule")
struct ScheduleTests {
    private static let chances = [0, 0.3, 0.999]

    /// A schedule whose last full run ended well at zero.
    private func calm(_ chance: Double) -> SyncSchedule {
        var schedule = SyncSchedule(at: .zero, chance: chance)
        schedule.noteStart(of: .full, at: .zero)
        schedule.noteSuccess(of: .full, at: .zero, chance: chance)
        return schedule
    }

    @Test("begins with a full run, within two seconds", arguments: chances)
    func first(_ chance: Double) {
        let next = SyncSchedule(at: .seconds(100), chance: chance).next(at: .seconds(100))
        #expect(next.kind == .full && next.delay <= .seconds(2))
    }

    @Test("pulls about every five minutes while nobody looks", arguments: chances)
    func idle(_ chance: Double) {
        let next = calm(chance).next(at: .zero)
        #expect(next.kind == .full && (.seconds(270)...(.seconds(330))).contains(next.delay))
    }

    @Test("pulls soon when somebody appears, then every 30 to 60 seconds while they look", arguments: chances)
    func watched(_ chance: Double) {
        var schedule = calm(chance)
        schedule.noteClient(at: .seconds(100))
        #expect(schedule.next(at: .seconds(100)) == (.full, .zero))
        schedule.noteStart(of: .full, at: .seconds(100))
        schedule.noteSuccess(of: .full, at: .seconds(101), chance: chance)
        schedule.noteClient(at: .seconds(102))
        let next = schedule.next(at: .seconds(102))
        #expect(next.kind == .full && (.seconds(29)...(.seconds(59))).contains(next.delay))
        let later = schedule.next(at: .seconds(102 + 121))
        #expect(later.delay >= .seconds(100))
    }

    @Test("does not pull twice in a quarter of a minute because somebody appears")
    func fresh() {
        var schedule = calm(0.5)
        schedule.noteClient(at: .seconds(5))
        #expect(schedule.next(at: .seconds(5)) == (.full, .seconds(10)))
    }

    @Test("pushes well within ten seconds of the first write, however many follow")
    func push() {
        var schedule = calm(0.5)
        schedule.noteWrite(at: .seconds(50))
        schedule.noteWrite(at: .seconds(51))
        #expect(schedule.next(at: .seconds(51)) == (.push, .milliseconds(500)))
        schedule.noteStart(of: .push, at: .seconds(52))
        schedule.noteWrite(at: .seconds(53))
        schedule.noteSuccess(of: .push, at: .seconds(54), chance: 0.5)
        #expect(schedule.next(at: .seconds(54)) == (.push, .milliseconds(500)))
    }

    @Test("makes the push part of a pull that is due anyway")
    func pushAndPull() {
        var schedule = calm(0)
        schedule.noteWrite(at: .seconds(269))
        #expect(schedule.next(at: .seconds(269)) == (.full, .seconds(1)))
    }

    @Test("tries again after a failure, ever less often, and looks before it writes", arguments: chances)
    func retries(_ chance: Double) {
        var schedule = calm(chance)
        var now: Duration = .zero
        var delays: [Duration] = []
        for _ in 0..<12 {
            schedule.noteStart(of: .full, at: now)
            schedule.noteFailure(at: now, retryAfter: nil, pending: false, chance: chance)
            let next = schedule.next(at: now)
            #expect(next.kind == .full)
            delays.append(next.delay)
            now += next.delay
        }
        #expect(delays[0] < .seconds(7))
        #expect(delays == delays.sorted())
        #expect((.seconds(270)...(.seconds(330))).contains(delays[11]))
    }

    @Test("tries again at least every half minute while something waits to be pushed")
    func eagerRetries() {
        var schedule = calm(0.9)
        for second in 0..<20 {
            schedule.noteFailure(at: .seconds(second), retryAfter: nil, pending: true, chance: 0.9)
        }
        #expect(schedule.next(at: .seconds(19)).delay == .seconds(30))
    }

    @Test("leaves a service alone for as long as it asked, whatever happens here")
    func retryAfter() {
        var schedule = calm(0.5)
        schedule.noteFailure(at: .zero, retryAfter: .seconds(600), pending: true, chance: 0.5)
        schedule.noteWrite(at: .seconds(1))
        schedule.noteClient(at: .seconds(1))
        #expect(schedule.held(at: .seconds(1)) == .seconds(599))
        #expect(schedule.next(at: .seconds(1)).delay == .seconds(599))
        #expect(schedule.held(at: .seconds(600)) == nil)
    }
}
