import LedgerCore
import Testing

@testable import Interchange

@Suite("Tables, numbers and days as files write them") struct TableTests {
    private func rows(_ bytes: [UInt8], _ separator: Character = ",") throws -> [[String]] {
        var reader = CSVReader(separator: separator.asciiValue ?? 0)
        return try (reader.read(bytes[...]) + reader.finish()).map(\.fields)
    }

    @Test("records end with CRLF, LF or CR, and cells may hold all of them")
    func records() throws {
        let all = [["a", "b"], ["c", "d\r\ne"], ["f", ""], ["last"]]
        #expect(try rows(Array("a,b\r\nc,\"d\r\ne\"\rf,\nlast".utf8)) == all)
        #expect(try rows(Array("\"say \"\"hi\"\"\",x\n".utf8)) == [["say \"hi\"", "x"]])
        #expect(try rows(Array("5\" pipe,\"a\"b\n".utf8)) == [["5\" pipe", "ab"]])
    }

    @Test("a row knows its line, also behind cells with line breaks")
    func lines() throws {
        var reader = CSVReader(separator: UInt8(ascii: ","))
        let rows = try reader.read(Array("a\r\n\"b\nb\",x\r\n\r\nd\n".utf8)[...])
        #expect(rows.map(\.line) == [1, 2, 4, 5])
    }

    @Test("UTF-8 with a mark, UTF-16 either way round, and Windows-1252 are read alike")
    func encodings() throws {
        let text =
            "Datum,Beschreibung,Kategorie,Kosten,Währung,Änne,Bö\n"
            + "2026-01-01,Müsli – 5 €,Allgemein,10.00,EUR,5.00,-5.00\n"
        let units = Array(text.utf16)
        let latin = text.unicodeScalars.map { $0 == "–" ? 0x96 : $0 == "€" ? 0x80 : UInt8($0.value) }
        let files: [[UInt8]] = [
            Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
            [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
            units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, latin,
        ]
        for file in files {
            let plan = try ImportReading.plan(of: file)
            #expect(plan.format == .splitwise)
            #expect(plan.people.map(\.name) == ["Änne", "Bö"])
            #expect(plan.entries.map(\.title) == ["Müsli – 5 €"])
        }
        #expect(try ImportReading.plan(of: latin).codes(lost: false) == ["read-as-windows-1252"])
    }

    @Test("a table saved by a spreadsheet in a country with decimal commas is read")
    func resaved() throws {
        let plan = try Samples.plan(
            ofText: "Datum;Beschreibung;Kategorie;Kosten;Währung;Ann;Ben;;\r\n;;;;;;;;\r\n"
                + "03.05.2026;Markt;Allgemein;1.234,50;EUR;617,25;-617,25;;\r\n")
        #expect(plan.entries.map(\.amount) == [123_450])
        #expect(plan.entries.map(\.date.description) == ["2026-05-03"])
        #expect(plan.people.map(\.name) == ["Ann", "Ben"])
    }

    @Test("a number that could mean two amounts is none")
    func numbers() {
        let point: [String: DecimalNumber?] = [
            "12.50": DecimalNumber(digits: 1250, places: 2), "-7223.33": DecimalNumber(digits: -722_333, places: 2),
            "1,234.50": DecimalNumber(digits: 123_450, places: 2), "\u{2212}5": DecimalNumber(digits: -5, places: 0),
            "1,5": nil, "": nil, "-": nil, ".5": nil, "5.": nil, "1e3": nil, "0x1": nil, "①": nil, "1-2": nil,
            "99999999999999999999": nil,
        ]
        for (text, number) in point { #expect(DecimalNumber(text, .point) == number, "\(text)") }
        let either: [String: DecimalNumber?] = [
            "12,5": DecimalNumber(digits: 125, places: 1), "1.234,50": DecimalNumber(digits: 123_450, places: 2),
            "1'234.50": DecimalNumber(digits: 123_450, places: 2),
            "1.234.567": DecimalNumber(digits: 1_234_567, places: 0), "1.234": nil, "1,234": nil,
            "1234,5678": DecimalNumber(digits: 12_345_678, places: 4),
        ]
        for (text, number) in either { #expect(DecimalNumber(text, .either) == number, "\(text)") }
        #expect(DecimalNumber(json: "1.25e1") == DecimalNumber(digits: 125, places: 1))
        #expect(DecimalNumber(json: "1e400") == nil)
    }

    @Test("minor units are rounded half away from zero")
    func rounding() {
        let cases = [
            (1005, 3, 2, 101), (-1005, 3, 2, -101), (1_444_667, 2, 0, 14_447), (-722_333, 2, 0, -7223), (5, 0, 3, 5000),
        ]
        for (digits, places, currency, wanted) in cases {
            #expect(DecimalNumber(digits: digits, places: places).minorUnits(currency) == wanted)
        }
        #expect(DecimalNumber(digits: 99_999_999_999_999_999, places: 0).minorUnits(2) == nil)
    }

    @Test("a day that could be two is asked about, unless the person has said which comes first")
    func days() {
        let day = CalendarDay(year: 2026, month: 4, day: 3).map(WrittenDate.Reading.day)
        let spellings = [
            "2026-04-03", "2026-04-03 10:00:00", "2026-04-03T00:00:00.000Z", "20260403", "03.04.2026", "2026/4/3",
        ]
        for text in spellings {
            #expect(WrittenDate.read(text, nil) == day, "\(text)")
        }
        #expect(WrittenDate.read("03/04/2026", nil) == .ambiguous)
        #expect(WrittenDate.read("03/04/2026", .dayFirst) == day)
        #expect(WrittenDate.read("04/03/2026", .monthFirst) == day)
        for text in ["", "2026-02-30", "3.4.26", "26-2-3", "yesterday", "1/2/3/2026"] {
            #expect(WrittenDate.read(text, nil) == .none, "\(text)")
        }
        #expect(WrittenDate.read("13/04/2026", nil) == WrittenDate.read("13.04.2026", nil))
    }

    @Test("an apostrophe is taken off only where it guards a formula")
    func guards() {
        for (text, wanted) in [("'=1", "=1"), ("''=1", "'=1"), ("'tis", "'tis"), ("'-10%", "-10%"), ("x", "x")] {
            #expect(PlainText.unguarded(text) == wanted)
        }
    }
}
