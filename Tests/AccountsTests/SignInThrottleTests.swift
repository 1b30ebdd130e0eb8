import Accounts
import LedgerCore
import Testing

@Suite struct SignInThrottleTests {
    private let home = NetworkOrigin(v4: 0xC0A8_0002)
    private let away = NetworkOrigin(v4: 0x0808_0808)
    private let start = Instant(milliseconds: 1_800_000_000_000)

    private func after(_ seconds: Int64) -> Instant { Instant(milliseconds: start.milliseconds + seconds * 1000) }

    private func wait(_ throttle: SignInThrottle, _ name: String, _ origin: NetworkOrigin, at now: Instant) -> Int {
        do {
            try throttle.check(name: name, from: origin, at: now)
            return 0
        } catch {
            return error.retryAfterSeconds ?? -1
        }
    }

    @Test("a few wrong passwords are free, then every further one doubles the wait up to a ceiling")
    func doubling() {
        var throttle = SignInThrottle()
        var waits: [Int] = []
        for attempt in 0..<12 {
            // From another address each time, so that only the name counts.
            throttle.failed(name: "anna", from: NetworkOrigin(v4: UInt32(attempt)), at: start)
            waits.append(wait(throttle, "anna", away, at: start))
        }
        #expect(waits == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 30, 30])
        #expect(wait(throttle, "anna", away, at: after(30)) == 0)
        #expect(wait(throttle, "ben", away, at: start) == 0)
    }

    @Test("an address that tries many names is slowed down as a whole")
    func spraying() {
        var throttle = SignInThrottle()
        for attempt in 0..<11 { throttle.failed(name: "name \(attempt)", from: away, at: start) }
        #expect(wait(throttle, "anna", away, at: start) == 1)
        #expect(wait(throttle, "anna", home, at: start) == 0)
    }

    @Test("any number of right passwords never slows anyone down")
    func onlyWrongOnesCount() {
        var throttle = SignInThrottle()
        for _ in 0..<1000 { throttle.succeeded(name: "anna", from: home) }
        #expect(wait(throttle, "anna", home, at: start) == 0)
    }

    @Test("guessing from elsewhere does not lock out the owner at a familiar address")
    func ownerGetsIn() {
        var throttle = SignInThrottle()
        throttle.succeeded(name: "anna", from: home)
        for attempt in 0..<100 { throttle.failed(name: "anna", from: NetworkOrigin(v4: UInt32(attempt)), at: start) }
        #expect(wait(throttle, "anna", home, at: start) == 0)
        #expect(wait(throttle, "anna", away, at: start) == 30)
    }

    @Test("the right password for one's own account buys no further guesses at another's")
    func noLaundering() {
        var throttle = SignInThrottle()
        for _ in 0..<20 { throttle.failed(name: "anna", from: away, at: start) }
        throttle.succeeded(name: "mallory", from: away)
        #expect(wait(throttle, "anna", away, at: start) == 60)
    }

    @Test("wrong passwords are forgotten after a quarter of an hour, and forgiven by the right one")
    func forgetting() {
        var throttle = SignInThrottle()
        for _ in 0..<6 { throttle.failed(name: "anna", from: away, at: start) }
        throttle.failed(name: "anna", from: away, at: after(15 * 60 + 1))
        #expect(wait(throttle, "anna", home, at: after(15 * 60 + 1)) == 0)
        for _ in 0..<6 { throttle.failed(name: "ben", from: home, at: start) }
        #expect(wait(throttle, "ben", away, at: start) == 1)
        throttle.succeeded(name: "ben", from: away)
        #expect(wait(throttle, "ben", away, at: start) == 0)
    }

    @Test("a clock that is set back neither lengthens a wait nor overflows")
    func clockSetBack() {
        var throttle = SignInThrottle()
        for _ in 0..<6 { throttle.failed(name: "anna", from: away, at: after(600)) }
        #expect(wait(throttle, "anna", home, at: start) == 1)
        #expect(wait(throttle, "anna", home, at: after(-86_400)) == 0)
    }

    @Test("what is remembered is bounded, and the newest stays")
    func bounded() {
        var throttle = SignInThrottle()
        for attempt in 0..<20_000 {
            let now = Instant(milliseconds: start.milliseconds + Int64(attempt))
            throttle.failed(name: "name \(attempt)", from: NetworkOrigin(v4: UInt32(attempt)), at: now)
        }
        for _ in 0..<6 { throttle.failed(name: "anna", from: away, at: after(20)) }
        for attempt in 0..<2000 { throttle.succeeded(name: "name \(attempt)", from: home) }
        #expect(throttle.entryCount <= 2 * SignInThrottle.mostEntries + 512)
        #expect(wait(throttle, "anna", home, at: after(20)) == 1)
    }

    @Test("all addresses of one IPv6 network count as one")
    func networks() {
        var throttle = SignInThrottle()
        let network: UInt128 = 0x2001_0db8_0000_0001 << 64
        for host in 0..<11 {
            throttle.failed(name: "n\(host)", from: NetworkOrigin(v6: network | UInt128(host)), at: start)
        }
        #expect(wait(throttle, "anna", NetworkOrigin(v6: network | 99), at: start) == 1)
        #expect(wait(throttle, "anna", NetworkOrigin(v6: network + (1 << 64)), at: start) == 0)
    }
}
