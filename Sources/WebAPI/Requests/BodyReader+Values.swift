import JSON
import LedgerCore

/// The values of the domain as they stand in a body.
extension BodyReader {
    mutating func optionalID<Tag>(_ name: String, of: ID<Tag>.Type = ID<Tag>.self) -> ID<Tag>? {
        guard let text = optionalText(name) else { return nil }
        let id = ID<Tag>(typed: text)
        if id == nil { refuseID(name) }
        return id
    }

    mutating func id<Tag>(_ name: String, of: ID<Tag>.Type = ID<Tag>.self) -> ID<Tag> {
        guard let id = ID<Tag>(typed: text(name)) else {
            if errors.last?.field != name { refuseID(name) }
            return .none
        }
        return id
    }

    mutating func optionalIDs<Tag>(_ name: String, of: ID<Tag>.Type = ID<Tag>.self) -> [ID<Tag>]? {
        guard let texts = optionalTexts(name) else { return nil }
        let ids = texts.compactMap { ID<Tag>(typed: $0) }
        if ids.count < texts.count { refuseID(name) }
        return ids
    }

    /// Also as an address names it: `<schedule>.<k>`.
    mutating func optionalExpense(_ name: String) -> ExpenseID? {
        guard let text = optionalText(name) else { return nil }
        let address = ExpenseAddress(typed: text)
        if address == nil { refuseID(name) }
        return address?.id
    }

    private mutating func refuseID(_ name: String) {
        refuse(name, "not-an-id", "The field “\(name)” must hold ids such as 6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11.")
    }

    /// A decimal string. A JSON number is refused with the right form shown: who computes with binary fractions and
    /// sends the result has lost cents before we see them.
    mutating func amount(_ name: String, in currency: Currency) -> Money {
        if let value = value(name), case .number(let digits) = value {
            let money = try? Money(digits, in: currency)
            let example = (money ?? Money(minorUnits: 4720)).text(in: currency)
            refuse(
                name, "amount-not-text",
                "The amount must be text such as \"\(example)\", in quotation marks: not a number.")
            return .zero
        }
        let before = errors.count
        let text = text(name)
        guard errors.count == before else { return .zero }
        do throws(Refusal) {
            return try Money(text, in: currency, field: name)
        } catch {
            for reason in error.reasons { refuse(reason.field ?? name, reason.code.rawValue, reason.message) }
            return .zero
        }
    }

    mutating func optionalDay(_ name: String) -> CalendarDay? {
        guard let text = optionalText(name) else { return nil }
        let day = CalendarDay(text)
        if day == nil { refuse(name, "not-a-day", "The field “\(name)” must be a day such as 2026-05-14.") }
        return day
    }

    mutating func optionalInstant(_ name: String) -> Instant? {
        guard let text = optionalText(name) else { return nil }
        let instant = Instant(typed: text)
        if instant == nil {
            refuse(name, "not-an-instant", "The field “\(name)” must be an instant such as 2026-05-14T12:03:11.123Z.")
        }
        return instant
    }

    /// When the person did it, for what was entered offline; the future counts as now.
    mutating func recordedAt(now: Instant) -> Instant {
        optionalInstant("recordedAt").map { min($0, now) } ?? now
    }
}

extension ID {
    /// As a person or another program may have written it: the case makes no difference.
    init?(typed text: String) {
        self.init(text.utf8.allSatisfy { $0 < 128 } ? text.lowercased() : text)
    }
}

extension Instant {
    /// RFC 3339 in UTC, with or without fractions of a second; finer than a millisecond is cut off.
    init?(typed text: String) {
        if let exact = Instant(text) {
            self = exact
            return
        }
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.count <= 40, bytes.last.map({ $0 | 32 }) == UInt8(ascii: "z") else { return nil }
        var fraction = bytes[19..<(bytes.count - 1)]
        if let point = fraction.popFirst() {
            let isNumber = fraction.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard point == UInt8(ascii: "."), !fraction.isEmpty, isNumber else { return nil }
        }
        let milliseconds = Array((fraction + Array("000".utf8)).prefix(3))
        let seconds = String(decoding: bytes[..<19], as: UTF8.self).uppercased()
        self.init(seconds + "." + String(decoding: milliseconds, as: UTF8.self) + "Z")
    }
}
