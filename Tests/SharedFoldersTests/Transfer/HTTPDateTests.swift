import Testing

@testable import SharedFolders

@Suite("HTTP dates") struct HTTPDateTests {
    /// 2026-11-21 00:00:00.
    static let now: Int64 = 1_795_219_200

    @Test(
        "all three shapes are read",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
            ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
            ("Sat, 21 Nov 2026 00:00:00 GMT", now),
            ("Sat Nov 21 00:00:00 2026", now),
            ("Saturday, 21-Nov-26 00:00:00 GMT", now),
            ("Fri, 31 Dec 9999 23:59:60 GMT", 253_402_300_800),
            ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
            ("Friday, 21-Nov-76 00:00:00 GMT", 3_373_142_400),
            ("Monday, 21-Nov-77 00:00:00 GMT", 248_918_400),
        ])
    func shapes(text: String, expected: Int64) {
        #expect(HTTPDate.seconds(text, now: Self.now) == expected)
    }

    @Test(
        "what is no date is none",
        arguments: [
            "", " ", "now", "0", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
            "Sun 06 Nov 1994 08:49:37 GMT",
            "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 19944 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
            "Thu, 29 Feb 2023 00:00:00 GMT", "Thu, 29 Feb 1900 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
            "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37:00 GMT", "Sun, -6 Nov 1994 08:49:37 GMT",
            "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sunday, 06-Nov 08:49:37 GMT", "Sun Nov 006 08:49:37 1994", "Sun Nov  6 08:49:37 94",
            "2026-11-21T00:00:00Z",
            "Sun, 06 Nov 1994 08:49:37 GMT x", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "\0",
            "Sun,\u{301} 06 Nov 1994",
        ])
    func garbage(text: String) {
        #expect(HTTPDate.seconds(text, now: Self.now) == nil)
    }

    @Test("a year of two digits is placed by any clock, however wrong", arguments: [.min, -1, 0, .max] as [Int64])
    func wrongClocks(now: Int64) {
        _ = HTTPDate.seconds("Sunday, 06-Nov-94 08:49:37 GMT", now: now)
    }
}
