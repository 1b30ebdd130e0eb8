import Bookkeeping
import JSON
import LedgerCore

/// What recurs, and over which time money is budgeted, as they stand in a body (`budgeting.md`).
extension BodyReader {
    mutating func optionalMonth(_ name: String) -> CalendarMonth? {
        guard let text = optionalText(name) else { return nil }
        let month = CalendarMonth(text)
        if month == nil { refuse(name, "not-a-month", "The field “\(name)” must be a month such as 2026-05.") }
        return month
    }

    mutating func optionalSpread(_ name: String) throws(Problem) -> Spread? {
        try optionalObject(name) { body throws(Problem) in
            let (from, to) = (body.day("from"), body.day("to"))
            return Spread(from: from, to: to, by: body.choice("by") ?? .month)
        }
    }

    /// The fields of a schedule, which stand in this object.
    /// - Parameter start: when it starts, if it does not say so.
    mutating func recurrence(from start: CalendarDay? = nil) throws(Problem) -> Recurrence {
        let custom = try optionalObject("custom") { body throws(Problem) in
            Recurrence.Frequency.custom(every: body.integer("every"), body.choice("unit") ?? .day)
        }
        let frequency = frequency(custom)
        let first = start == nil ? day("start") : optionalDay("start") ?? start
        return Recurrence(frequency, start: first ?? .earliest, end: end())
    }

    private mutating func frequency(_ custom: Recurrence.Frequency?) -> Recurrence.Frequency {
        let before = errors.count
        let name = text("frequency")
        let plain = Recurrence.Frequency.plain.first { $0.name == name }?.frequency
        if errors.count > before { return .daily }
        if plain == nil, name != "custom" {
            let names = Recurrence.Frequency.names.joined(separator: ", ")
            refuse("frequency", "unknown-frequency", "The field “frequency” must be one of \(names).")
        } else if (plain == nil) != (value("custom") != nil) {
            refuseSchedule("custom", "The frequency “custom” goes with “custom”: {“every”, “unit”}; no other does.")
        }
        return plain ?? custom ?? .daily
    }

    private mutating func end() -> Recurrence.End {
        let (day, count) = (optionalDay("end"), optionalInteger("count"))
        if day != nil, count != nil {
            refuseSchedule("count", "Say on which day it ends (“end”) or how often it comes (“count”), not both.")
        }
        return count.map { .after($0) } ?? day.map { .on($0) } ?? .never
    }

    private mutating func refuseSchedule(_ field: String, _ message: String) {
        refuse(field, Refusal.Code.scheduleMalformed.rawValue, message)
    }

    mutating func day(_ name: String) -> CalendarDay {
        let before = errors.count
        let day = optionalDay(name)
        if day == nil, errors.count == before { refuse(name, "missing", "The field “\(name)” is missing.") }
        return day ?? .earliest
    }

    private mutating func choice<Value: CaseIterable & RawRepresentable<String>>(
        _ name: String, of: Value.Type = Value.self
    ) -> Value? {
        let before = errors.count
        let value: Value? = optionalChoice(name)
        if value == nil, errors.count == before { refuse(name, "missing", "The field “\(name)” is missing.") }
        return value
    }

    /// One of a few words.
    mutating func optionalChoice<Value: CaseIterable & RawRepresentable<String>>(
        _ name: String, of: Value.Type = Value.self
    ) -> Value? {
        guard let text = optionalText(name) else { return nil }
        let value = Value(rawValue: text)
        if value == nil {
            let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
            refuse(name, "unknown-" + name, "The field “\(name)” must be one of \(words).")
        }
        return value
    }
}

extension BodyReader {
    /// The name of a time zone that this machine knows.
    mutating func optionalTimeZone(_ call: Call) -> String? {
        guard let name = optionalText("timeZone") else { return nil }
        let zones = call.api.world.zones
        if zones.rules(name) == nil {
            let advice =
                zones.areInstalled
                ? "Name one of the IANA database, such as Europe/Berlin."
                : "This server knows none at all: install the package “tzdata” on it. Until then its own time holds."
            refuse("timeZone", Refusal.Code.unknownTimeZone.rawValue, "There is no such time zone here. " + advice)
        }
        return name
    }
}

extension Recurrence.Frequency {
    static var names: [String] { plain.map(\.name) + ["custom"] }
}
