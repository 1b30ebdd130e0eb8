import LedgerCore
import Testing

@testable import Bookkeeping

@Suite("Challenges of passkeys") struct PasskeyChallengeTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let purpose = Array("get localhost".utf8)

    private func later(_ milliseconds: Int64) -> Instant { now.advanced(byMilliseconds: milliseconds) }

    @Test("a challenge is good for five minutes, and not before it was made")
    func time() {
        let challenges = PasskeyChallenges()
        let challenge = challenges.issue(7, for: purpose, at: now)
        #expect(challenges.isGood(challenge, for: purpose, at: now))
        #expect(challenges.isGood(challenge, for: purpose, at: later(299_999)))
        #expect(!challenges.isGood(challenge, for: purpose, at: later(300_000)))
        #expect(!challenges.isGood(challenge, for: purpose, at: later(-1)))
    }

    @Test("a challenge is good for what it was made for, and only as it was made")
    func purposes() {
        let challenges = PasskeyChallenges()
        let challenge = challenges.issue(7, for: purpose, at: now)
        #expect(!challenges.isGood(challenge, for: Array("get other".utf8), at: now))
        #expect(!challenges.isGood(challenge, for: [], at: now))
        #expect(!PasskeyChallenges().isGood(challenge, for: purpose, at: now))
        #expect(!challenges.isGood([], for: purpose, at: now))
        #expect(!challenges.isGood(challenge + [0], for: purpose, at: now))
        for index in challenge.indices {
            var changed = challenge
            changed[index] ^= 1
            #expect(!challenges.isGood(changed, for: purpose, at: now))
        }
    }

    @Test("a challenge is used once; what is over is forgotten")
    func use() {
        var challenges = PasskeyChallenges()
        let challenge = challenges.issue(7, for: purpose, at: now)
        let other = challenges.issue(8, for: purpose, at: now)
        let uses = [challenges.use(challenge, at: now), challenges.use(challenge, at: later(1))]
        #expect(uses == [true, false])
        #expect(!challenges.isGood(challenge, for: purpose, at: later(1)))
        #expect(challenges.isGood(other, for: purpose, at: later(1)))
        #expect(challenges.remembered == 1)
        let late = challenges.issue(9, for: purpose, at: later(300_000))
        let isUsed = challenges.use(late, at: later(300_000))
        #expect(isUsed)
        #expect(challenges.remembered == 1)
    }
}
