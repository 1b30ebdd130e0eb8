import SharedFolders
import Testing

@Suite("What an outcome means for trying again (SC-ARC-PRV-2)") struct RetryRuleTests {
    let rule = RetryRule()
    /// 2026-11-21 00:00:00, in milliseconds.
    let now: Int64 = 1_795_219_200_000

    @Test("transport is told from meaning")
    func meanings() {
        for status in [425, 429, 503, 509] { #expect(rule.meaning(of: status) == .busy, "\(status)") }
        for status in [408, 500, 502, 504, 520, 599] { #expect(rule.meaning(of: status) == .failed, "\(status)") }
        #expect(rule.meaning(of: 423) == .locked)
        let answers = [
            200, 201, 204, 206, 207, 302, 304, 308, 400, 401, 403, 404, 405, 409, 410, 411, 412, 413, 415, 416, 428,
            451, 501, 505,
            507, 511,
        ]
        for status in answers { #expect(rule.meaning(of: status) == .answer, "\(status)") }
    }

    @Test(
        "Retry-After is parsed, raised to a second, clipped to an hour, or not there",
        arguments: [
            ("3", 3), ("0", 1), ("00", 1), ("120", 120), ("3600", 3600), ("3601", 3600), ("1000000000", 3600),
            ("99999999999999999999999999", 3600), ("-1", nil), ("-0", nil), ("abc", nil), ("", nil), ("1.5", nil),
            ("+3", nil),
            ("3 s", nil), ("3, 4", nil), ("٣", nil), ("0x10", nil), ("1e3", nil),
            ("Sat, 21 Nov 2026 00:02:00 GMT", 120), ("Saturday, 21-Nov-26 00:02:00 GMT", 120),
            ("Sat Nov 21 00:02:00 2026", 120), ("Fri, 20 Nov 2026 23:00:00 GMT", 1),
            ("Sat, 21 Nov 2026 00:00:00 GMT", 1),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 1), ("Sun, 22 Nov 2026 00:00:00 GMT", 3600),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 3600), ("Sat, 21 Foo 2026 00:02:00 GMT", nil),
        ] as [(String, Int?)])
    func retryAfter(text: String, seconds: Int?) {
        #expect(rule.askedWait(answer(["retry-after": text]), now: now) == seconds.map { Duration.seconds($0) })
    }

    @Test("without the field nothing is asked for")
    func missing() {
        #expect(rule.askedWait(answer([:]), now: now) == nil)
    }

    @Test("a date is compared with the service's own clock, so that ours may be days wrong")
    func skewedClock() {
        let fields = ["retry-after": "Sat, 21 Nov 2026 00:02:00 GMT", "date": "Sat, 21 Nov 2026 00:00:30 GMT"]
        for skew in [-86_400_000, 0, 86_400_000] as [Int64] {
            #expect(rule.askedWait(answer(fields), now: now + skew) == .seconds(90))
        }
        let broken = ["retry-after": "Sat, 21 Nov 2026 00:02:00 GMT", "date": "yesterday"]
        #expect(rule.askedWait(answer(broken), now: now) == .seconds(120))
    }

    @Test("the backoff doubles from two seconds to five minutes and never overflows")
    func backoff() {
        let bounds = [2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
        for (index, bound) in bounds.enumerated() {
            #expect(rule.backoff(after: index + 1, chance: 1) == .seconds(bound))
            #expect(rule.backoff(after: index + 1, chance: 0) == .zero)
            #expect(rule.backoff(after: index + 1, chance: 0.5) == .seconds(Double(bound) / 2))
        }
        for failures in [Int.min, -1, 0] { #expect(rule.backoff(after: failures, chance: 1) == .seconds(2)) }
        for failures in [64, 1_000_000, Int.max] { #expect(rule.backoff(after: failures, chance: 1) == .seconds(300)) }
    }

    @Test("a lock is waited for between five and thirty seconds")
    func lock() {
        #expect(rule.lockWait(chance: 0) == .seconds(5) && rule.lockWait(chance: 1) == .seconds(30))
    }

    private func answer(_ fields: [String: String]) -> TransferAnswer {
        TransferAnswer(status: 429, fields: fields.map { ($0.key, $0.value) }, body: [])
    }
}
