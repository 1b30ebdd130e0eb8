import Bookkeeping
import LedgerCore
import Testing

@Suite("Which backups stay")
struct BackupRetentionTests {
    /// One a day at noon, ending with `last`.
    private func daily(_ count: Int, until last: String) throws -> [Instant] {
        let end = try #require(Instant(last + "T12:00:00.000Z"))
        return (0..<count).map { end.advanced(byMilliseconds: -86_400_000 * Int64($0)) }.shuffled()
    }

    private func left(_ rule: BackupRetention, _ made: [Instant]) -> [String] {
        let obsolete = Set(rule.obsolete(made))
        return made.filter { !obsolete.contains($0) }.sorted().map { String($0.description.prefix(10)) }
    }

    @Test("the newest stay, and the last of each week and month before them")
    func usual() throws {
        let rule = BackupRetention(newest: 3, weeks: 3, months: 3)
        let made = try daily(120, until: "2026-05-14")
        // Weeks begin on Thursdays, as the calendar of computers does.
        #expect(
            left(rule, made) == [
                "2026-03-31", "2026-04-30", "2026-05-06", "2026-05-12", "2026-05-13", "2026-05-14",
            ])
    }

    @Test("whatever is made, a rule that was applied every day keeps what applying it once keeps of the newest")
    func everyDay() throws {
        let rule = BackupRetention.usual
        var kept: [Instant] = []
        for day in try daily(800, until: "2028-03-01").sorted() {
            kept.append(day)
            let obsolete = Set(rule.obsolete(kept))
            kept.removeAll(where: obsolete.contains)
            #expect(kept.last == day)
            #expect(kept.count <= 23)
        }
        #expect(kept.count >= 19)
        let oldest = try #require(kept.first)
        #expect(oldest < (try #require(Instant("2027-05-01T00:00:00.000Z"))))
    }

    @Test("several a day do not push the days away")
    func hourly() throws {
        let end = try #require(Instant("2026-05-14T12:00:00.000Z"))
        let made = (0..<24 * 30).map { end.advanced(byMilliseconds: -3_600_000 * Int64($0)) }
        #expect(left(BackupRetention(newest: 2, weeks: 4, months: 0), made).count == 5)
    }

    @Test("it is written as three numbers or one, and one stays at least")
    func text() {
        #expect(BackupRetention("7,4,12") == .usual)
        #expect(BackupRetention("30") == BackupRetention(newest: 30, weeks: 0, months: 0))
        #expect(BackupRetention("1,0,0") == BackupRetention(newest: 1, weeks: 0, months: 0))
        for text in ["", "0", "0,4,12", "7,4", "7,4,12,1", "-1", "7, 4, 12", "a", "7,,12", "7,4,12,", "99999"] {
            #expect(BackupRetention(text) == nil, "\(text)")
        }
    }
}
