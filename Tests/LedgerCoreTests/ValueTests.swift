import LedgerCore
import Testing

struct ValueTests {
    @Test("an id is exactly 36 characters of lower case")
    func ids() throws {
        let text = "0a1b2c3d-4e5f-6789-abcd-ef0123456789"
        let id = try #require(EventID(text))
        #expect(id.description == text)
        #expect(EventID(bytes: id.bytes) == id)
        #expect(id.bits == 0x0A1B_2C3D_4E5F_6789_ABCD_EF01_2345_6789)
        for wrong in [
            "", text.uppercased(), String(text.dropLast()), text + "0", " " + text.dropFirst(),
            text.replacing("-", with: ""), "0a1b2c3d4-e5f-6789-abcd-ef0123456789",
            "0a1b2c3d-4e5f-6789-abcd-ef012345678g",
        ] {
            #expect(EventID(wrong) == nil, "\(wrong)")
        }
        #expect(ID<Event>.none.description == "00000000-0000-0000-0000-000000000000")
    }

    @Test("the order of ids is the ASCII order of their texts")
    func idOrder() {
        var numbers = SeededNumbers(seed: 1)
        for _ in 0..<500 {
            let left = EventID(bits: UInt128.random(in: 0 ... .max, using: &numbers))
            let right = EventID(bits: UInt128.random(in: 0 ... .max, using: &numbers))
            #expect((left < right) == (left.description < right.description))
        }
    }

    @Test("a ledger's id may be what other apps chose, as long as it is made of safe characters")
    func ledgerIDs() {
        #expect(LedgerID("Flat_7.old-1")?.text == "Flat_7.old-1")
        #expect(LedgerID(String(repeating: "a", count: 128)) != nil)
        for wrong in ["", String(repeating: "a", count: 129), "a/b", "a b", "é", "a\n"] {
            #expect(LedgerID(wrong) == nil, "\(wrong)")
        }
    }

    @Test("an instant is written with milliseconds in UTC")
    func instants() throws {
        let instant = try #require(Instant("2026-05-14T12:03:11.123Z"))
        #expect(instant.milliseconds == 1_778_760_191_123)
        #expect(instant.description == "2026-05-14T12:03:11.123Z")
        #expect(Instant(milliseconds: -1).description == "1969-12-31T23:59:59.999Z")
        #expect(Instant.earliest.description == "0001-01-01T00:00:00.000Z")
        #expect(Instant.latest.description == "9999-12-31T23:59:59.999Z")
    }

    @Test(
        "an instant in any other form is none",
        arguments: [
            "2026-05-14T12:03:11Z", "2026-05-14T12:03:11.123", "2026-05-14 12:03:11.123Z", "2026-05-14T24:00:00.000Z",
            "2026-05-14T12:60:11.123Z", "2026-05-14T12:03:60.123Z", "2026-02-29T12:03:11.123Z",
            "0000-05-14T12:03:11.123Z", "2026-05-14T12:03:11.12+Z", "2026-05-14t12:03:11.123z", "",
        ])
    func noInstants(text: String) {
        #expect(Instant(text) == nil)
    }

    @Test("every day from 0001 to 9999 has its number, and the number its day")
    func days() throws {
        var previous = CalendarDay.earliest
        for number in stride(from: previous.daysSince1970, through: CalendarDay.latest.daysSince1970, by: 59) {
            let day = CalendarDay(daysSince1970: number)
            #expect(day.daysSince1970 == number)
            #expect(previous <= day)
            previous = day
        }
        #expect(CalendarDay("1970-01-01")?.daysSince1970 == 0)
        #expect(CalendarDay("2000-02-29")?.adding(days: 1).description == "2000-03-01")
        #expect(CalendarDay("2026-12-31")?.adding(days: 1).description == "2027-01-01")
        #expect(CalendarDay(daysSince1970: .max) == .latest)
        #expect(CalendarDay(daysSince1970: .min) == .earliest)
    }

    @Test(
        "a day that is not in the calendar is no day",
        arguments: [
            "2026-02-29", "1900-02-29", "2026-04-31", "2026-13-01", "2026-00-10", "2026-01-00", "0000-01-01",
            "2026-1-01", "26-01-01", "2026/01/01", "2026-01-01 ", "+026-01-01", "２０２６-01-01",
        ])
    func noDays(text: String) {
        #expect(CalendarDay(text) == nil)
    }
}
