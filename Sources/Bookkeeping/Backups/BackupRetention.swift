package import LedgerCore

/// Which of the backups that were made by the clock stay. Pure: the moments at which they were made, so which may go.
///
/// The newest ones stay, and of each of the weeks and months before them the last one: a mistake that is noticed after half
/// a year can still be taken back, and the disk does not fill.
package struct BackupRetention: Hashable, Sendable {
    package let newest: Int
    package let weeks: Int
    package let months: Int

    package static let usual = BackupRetention(newest: 7, weeks: 4, months: 12)

    package init(newest: Int, weeks: Int, months: Int) {
        self.newest = newest
        self.weeks = weeks
        self.months = months
    }

    /// `7,4,12`, or one number: only the newest ones. One stays at least.
    package init?(_ text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard text.split(separator: ",", omittingEmptySubsequences: false).count == numbers.count,
            numbers.allSatisfy({ (0...10_000).contains($0) }), numbers.first ?? 0 > 0
        else { return nil }
        switch numbers.count {
        case 1: self.init(newest: numbers[0], weeks: 0, months: 0)
        case 3: self.init(newest: numbers[0], weeks: numbers[1], months: numbers[2])
        default: return nil
        }
    }

    package func obsolete(_ made: [Instant]) -> [Instant] {
        let latest = made.sorted { $0 > $1 }
        var kept = Set(latest.prefix(newest))
        kept.formUnion(Self.lastOfEach(latest, weeks) { $0.day.daysSince1970 / 7 })
        kept.formUnion(Self.lastOfEach(latest, months) { $0.day.year * 12 + $0.day.month })
        return latest.filter { !kept.contains($0) }
    }

    private static func lastOfEach(
        _ latest: [Instant], _ count: Int, _ period: (Instant) -> Int
    ) -> [Instant] {
        var seen: Set<Int> = []
        return latest.filter { seen.count < count && seen.insert(period($0)).inserted }
    }
}
