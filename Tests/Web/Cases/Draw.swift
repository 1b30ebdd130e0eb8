import LedgerCore
import Seeded

/// Random inputs of every size that people come up with, and of the odd ones that they rarely do.
struct Draw {
    private var numbers: SplitMix

    init(seed: UInt64) {
        numbers = SplitMix(seed)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &numbers) }

    /// True once in so many times.
    mutating func once(in count: Int) -> Bool { int(1...count) == 1 }

    mutating func one<Element>(of elements: [Element]) -> Element { elements[int(0...elements.count - 1)] }

    /// At least so many of them, in an order of their own.
    mutating func some<Element>(of elements: [Element], atLeast least: Int = 1) -> [Element] {
        Array(elements.shuffled(using: &numbers).prefix(int(least...max(least, elements.count))))
    }

    mutating func id<Tag>(_: Tag.Type = Tag.self) -> ID<Tag> { ID(bits: .random(in: 1...(.max), using: &numbers)) }

    mutating func people(_ range: ClosedRange<Int>) -> [ParticipantID] { (0..<int(range)).map { _ in id() } }

    /// Minor units, as likely a few as a fortune.
    mutating func amount(digits: ClosedRange<Int> = 1...15) -> Int128 {
        var limit: Int128 = 1
        for _ in 0..<int(digits) { limit *= 10 }
        return .random(in: 1..<max(limit, 2), using: &numbers)
    }

    /// So many parts that sum to the whole, each at least `least`.
    mutating func parts(of whole: Int128, _ count: Int, least: Int128 = 0) -> [Int128] {
        let free = whole - least * Int128(count)
        let cuts = (0..<count - 1).map { _ in Int128.random(in: 0...free, using: &numbers) }.sorted()
        return zip(cuts + [free], [0] + cuts).map { $0 - $1 + least }
    }

    /// Mostly of our days; now and then of any year there is.
    mutating func day() -> CalendarDay {
        let usual = CalendarDay(daysSince1970: int(14_600...25_500))
        guard once(in: 12) else { return usual }
        let range = CalendarDay.earliest.daysSince1970...CalendarDay.latest.daysSince1970
        return CalendarDay(daysSince1970: int(range))
    }
}
