import Foundation
import LedgerCore
import Testing

@testable import Bookkeeping

@Suite("Time zones, as TZif files tell them")
struct TimeZoneTests {
    private static let zones = TimeZones(here: "UTC", dayHere: \.day) { name in
        FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + name).map { [UInt8]($0) }
    }

    private static func offset(_ zone: String, _ instant: String) throws -> Int {
        try #require(zones.rules(zone)).offset(at: try #require(Instant(instant)).milliseconds / 1000)
    }

    @Test(
        "the second before and the second of a change differ",
        arguments: [
            // In the table of transitions.
            ("Europe/Berlin", "2026-03-29T00:59:59.000Z", 3600), ("Europe/Berlin", "2026-03-29T01:00:00.000Z", 7200),
            ("Europe/Berlin", "1945-05-23T23:59:59.000Z", 7200), ("Europe/Berlin", "1945-05-24T00:00:00.000Z", 10_800),
            ("America/New_York", "2007-03-11T06:59:59.000Z", -18_000),
            ("America/New_York", "2007-03-11T07:00:00.000Z", -14_400),
            ("Asia/Kathmandu", "1985-12-31T18:29:59.000Z", 19_800),
            ("Asia/Kathmandu", "1985-12-31T18:30:00.000Z", 20_700),
            // A whole day that never was: 30 December 2011.
            ("Pacific/Apia", "2011-12-30T09:59:59.000Z", -36_000), ("Pacific/Apia", "2011-12-30T10:00:00.000Z", 50_400),
            // By the rule of the footer.
            ("Europe/Berlin", "2099-03-29T00:59:59.000Z", 3600), ("Europe/Berlin", "2099-03-29T01:00:00.000Z", 7200),
            ("Europe/Berlin", "2099-10-25T00:59:59.000Z", 7200), ("Europe/Berlin", "2099-10-25T01:00:00.000Z", 3600),
            ("Australia/Lord_Howe", "2099-04-04T14:59:59.000Z", 39_600),
            ("Australia/Lord_Howe", "2099-04-04T15:00:00.000Z", 37_800),
            ("Asia/Tokyo", "9999-12-31T23:59:59.000Z", 32_400),
            // Before the first transition: local mean time.
            ("Europe/Berlin", "0001-01-01T00:00:00.000Z", 3208),
        ])
    func changes(_ zone: String, _ instant: String, _ offset: Int) throws {
        #expect(try Self.offset(zone, instant) == offset)
    }

    @Test("every day of many years is what the system's own reader says, in every kind of zone")
    func agreesWithFoundation() throws {
        for name in [
            "Europe/Berlin", "America/New_York", "America/Nuuk", "America/St_Johns", "America/Santiago",
            "Africa/Casablanca", "Africa/Monrovia", "Asia/Gaza", "Asia/Kathmandu", "Asia/Tehran", "Australia/Lord_Howe",
            "Pacific/Apia", "Pacific/Chatham", "Europe/Dublin", "Antarctica/Troll", "UTC",
        ] {
            let rules = try #require(Self.zones.rules(name))
            let theirs = try #require(TimeZone(identifier: name))
            // Each step ends at another time of day.
            for seconds in stride(from: Int64(-1_500_000_000), to: 3_900_000_000, by: 86_400 * 3 + 7_919) {
                let date = Date(timeIntervalSince1970: Double(seconds))
                #expect(rules.offset(at: seconds) == theirs.secondsFromGMT(for: date), "\(name) \(seconds)")
            }
        }
    }

    @Test("a midnight that is skipped or comes twice begins no day twice")
    func midnights() throws {
        // Beirut's clocks go from 24:00 to 01:00 in spring, and from 24:00 back to 23:00 in autumn.
        let day = { (text: String) in Self.zones.day(of: try #require(Instant(text)), in: "Asia/Beirut").description }
        #expect(try day("2026-03-28T21:59:59.999Z") == "2026-03-28")
        #expect(try day("2026-03-28T22:00:00.000Z") == "2026-03-29")
        #expect(try day("2026-10-24T20:59:59.999Z") == "2026-10-24")
        #expect(try day("2026-10-24T21:30:00.000Z") == "2026-10-24")
        #expect(try day("2026-10-24T22:00:00.000Z") == "2026-10-25")
    }

    @Test("years 1 and 9999 have their days")
    func ends() throws {
        #expect(Self.zones.day(of: .earliest, in: "Asia/Tokyo").description == "0001-01-01")
        #expect(Self.zones.day(of: .latest, in: "America/New_York").description == "9999-12-31")
        #expect(Self.zones.day(of: .latest, in: "Asia/Tokyo").description == "9999-12-31")
    }

    @Test(
        "what is no zone is none",
        arguments: [
            "", "Europe", "Europe/Atlantis", "../../etc/passwd", "/etc/passwd", "Europe//Berlin", "Europe/Berlin/",
            "zone.tab", "Europe/Berlin\u{0}", String(repeating: "a", count: 65),
        ])
    func unknown(_ name: String) {
        #expect(Self.zones.rules(name) == nil)
    }

    @Test("without the files the server's own day holds")
    func bare() throws {
        let bare = TimeZones(here: nil, dayHere: \.day)
        #expect(!bare.areInstalled && Self.zones.areInstalled)
        #expect(
            bare.day(of: try #require(Instant("2026-05-14T23:30:00.000Z")), in: "Asia/Tokyo").description
                == "2026-05-14")
    }

    @Test("a file that is cut off anywhere is no file")
    func truncated() throws {
        let file = try #require(FileManager.default.contents(atPath: "/usr/share/zoneinfo/Europe/Berlin"))
        for count in 0..<file.count { #expect(TimeZoneRules([UInt8](file.prefix(count))) == nil, "\(count)") }
    }

    @Test(
        "a footer that can not be read is refused",
        arguments: [
            "C1", "CET", "CET-25", "CET-1CEST", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.5.0", "<+03-3", "CET-1x",
        ])
    func footers(_ text: String) {
        #expect(PosixTimeZone(text) == nil)
    }
}
