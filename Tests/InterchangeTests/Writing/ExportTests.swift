import Foundation
import LedgerCore
import Testing

@testable import Interchange

/// Files that were looked at once, byte by byte, and have to stay as they are: programs outside know them.
@Suite("Exports for finance programs")
struct ExportTests {
    private static let vectors = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Vectors/export")

    @Test("every format writes what it wrote", arguments: ExportFormat.allCases, Projection.allCases)
    func golden(format: ExportFormat, projection: Projection) throws {
        let bytes = format.bytes(of: try ExportSample.sheet(projection))
        let path = Self.vectors.appendingPathComponent("\(projection.rawValue)\(format.fileSuffix)")
        if ProcessInfo.processInfo.environment["WRITE_EXPORT_VECTORS"] == "1" { try Data(bytes).write(to: path) }
        #expect(String(decoding: bytes, as: UTF8.self) == String(decoding: try Data(contentsOf: path), as: UTF8.self))
    }

    @Test("a filter from a day on begins with what the account stood at before")
    func opening() throws {
        let whole = try ExportSample.sheet(.virtual)
        for booking in whole.bookings {
            let late = try ExportSample.sheet(.virtual, ExpenseFilter(from: booking.date))
            #expect(late.closing == whole.closing)
            let before = whole.bookings.filter { $0.date < booking.date }
            #expect(late.opening == before.reduce(.zero) { $0 + $1.amount })
        }
    }

    @Test("options count where the format leaves something open, and nowhere else")
    func options() throws {
        let sheet = try ExportSample.sheet(.cash)
        for format in ExportFormat.allCases {
            #expect(format.takes(.init()))
            #expect(format.takes(.init(dates: .iso)) == [.qif, .ynab].contains(format))
            #expect(format.takes(.init(encoding: .windows1252)) == (format == .wiso))
        }
        let qif = { String(decoding: ExportFormat.qif.bytes(of: sheet, .init(dates: $0)), as: UTF8.self) }
        #expect(qif(.mdy).contains("\nD05/14/2026\n"))
        #expect(qif(.dmy).contains("\nD14/05/2026\n"))
        #expect(qif(.iso).contains("\nD2026-05-14\n"))
        let western = ExportFormat.wiso.bytes(of: sheet, .init(encoding: .windows1252))
        #expect(western.contains(0x80) && western.contains(0x93))
        #expect(western.contains(UInt8(ascii: "?")), "what the encoding does not have")
        #expect(!western.starts(with: [0xEF, 0xBB, 0xBF]))
    }

    @Test("what a spreadsheet would run gets an apostrophe, and what begins with apostrophes one more")
    func guarded() {
        let cases = [
            ("=1", "'=1"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\tx"), ("＝1", "'＝1"),
            ("'=1", "''=1"), ("''@", "'''@"), ("'tis", "'tis"), ("'", "'"), ("", ""), ("a=1", "a=1"), (" =1", " =1"),
        ]
        for (text, written) in cases { #expect(SpreadsheetExport.guarded(text) == written) }
    }

    @Test("a text on one line has no white space at its ends, none twice, and nothing that XML can not hold")
    func oneLine() {
        #expect(WrittenText.oneLine(" a\r\n\tb\u{0}\u{7}c  d \u{A0}") == "a b c d")
        #expect(WrittenText.oneLine("\u{FFFE}") == "")
        #expect(WrittenText.clipped("👨‍👩‍👧‍👦x", 7) == "👨‍👩‍👧‍👦")
        #expect(WrittenText.clipped("👨‍👩‍👧‍👦x", 6) == "", "no half of a character")
        #expect(WrittenText.escaped("a<b>&amp;") == "a&lt;b&gt;&amp;amp;")
    }
}

@Suite("A ZIP file")
struct ZIPArchiveTests {
    @Test("its checksum is the one of the standard")
    func checksum() {
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.of([]) == 0)
    }

    @Test("it is, byte by byte, what the format says")
    func bytes() throws {
        var archive = ZIPArchive(try #require(Instant("2026-05-14T12:03:11.123Z")))
        archive.add("é", [1, 2, 3])
        let crc: [UInt8] = [0x1D, 0x80, 0xBC, 0x55]
        let common = [20, 0, 0, 8, 0, 0, 0x65, 0x60, 0xAE, 0x5C] + crc + [3, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0]
        let local = [0x50, 0x4B, 3, 4] + common + [0xC3, 0xA9, 1, 2, 3]
        let central =
            [0x50, 0x4B, 1, 2, 20, 3] + common + [0, 0, 0, 0, 0, 0, 0, 0, 0xA4, 0x81, 0, 0, 0, 0, 0xC3, 0xA9]
        let end = [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 48, 0, 0, 0, 35, 0, 0, 0, 0, 0] as [UInt8]
        #expect(archive.finished() == local + central + end)
    }
}
