import LedgerCore
import Testing

@testable import Interchange

/// Files that are broken, or want to break something.
@Suite("Broken and hostile files") struct HostileFileTests {
    private func refusal(_ bytes: [UInt8]) -> ImportRefusal.Code? {
        do {
            _ = try ImportReading.plan(of: bytes)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("what is no text is refused by its first bytes, without unpacking it")
    func containers() {
        #expect(refusal([0x50, 0x4B, 0x03, 0x04] + Array(repeating: 0, count: 100)) == .spreadsheet)
        #expect(refusal([0xD0, 0xCF, 0x11, 0xE0, 0xA1]) == .spreadsheet)
        #expect(refusal([0x1F, 0x8B, 0x08]) == .notText)
        #expect(refusal(Array("<!doctype html>".utf8)) == .notText)
        #expect(refusal(Array("Date,Description\u{0},x\n1,2,3\n".utf8)) == .notText)
        #expect(refusal([]) == .empty)
        #expect(refusal(Array(" \r\n\r\n".utf8)) == .empty)
    }

    @Test("a line without end is refused as soon as a cell is too long, whatever comes behind it")
    func endlessLine() throws {
        var reading = ImportReading()
        let piece = Array(repeating: UInt8(ascii: "x"), count: 40_000)[...]
        #expect(throws: ImportRefusal.self) { for _ in 0..<25_000 { try reading.read(piece) } }
        #expect(reading.byteCount < 1 << 20)
        var quoted = ImportReading()
        try quoted.read(Array("Datum,\"".utf8)[...])
        #expect(throws: ImportRefusal.self) { for _ in 0..<25_000 { try quoted.read(piece) } }
        var wide = ImportReading()
        let commas = Array(repeating: UInt8(ascii: ","), count: 40_000)[...]
        #expect(throws: ImportRefusal.self) { for _ in 0..<25_000 { try wide.read(commas) } }
    }

    @Test("a file that never ends is refused at its limit")
    func endlessFile() throws {
        var reading = ImportReading()
        let rows = Array(String(repeating: "2026-01-01,x,y\n", count: 4_000).utf8)[...]
        #expect(throws: ImportRefusal.self) { for _ in 0..<10_000 { try reading.read(rows) } }
        #expect(reading.byteCount <= ImportLimits.fileBytes + rows.count)
    }

    @Test("JSON that is nested without end, cut off, or of nobody is refused")
    func json() throws {
        #expect(refusal(Array(repeating: UInt8(ascii: "["), count: 100_000)) == .malformedJSON)
        #expect(refusal(Array(String(repeating: "{\"a\":", count: 100_000).utf8)) == .malformedJSON)
        let spliit = try Samples.bytes("spliit.json")
        #expect(refusal(Array(spliit.dropLast(40))) == .malformedJSON)
        #expect(refusal(Array("{\"name\":\"x\"}".utf8)) == .unknownFormat)
        #expect(refusal(Array("[1,2,3]".utf8)) == .unknownFormat)
        #expect(refusal(Array("[{\"what\":\"x\",\"amount\":1e999}]".utf8)) == .unknownFormat)
    }

    @Test("a row that does not add up, has no day or no amount, is told by its line; the others are read")
    func badRows() throws {
        let plan = try Samples.plan(
            ofText: """
                Date,Description,Category,Cost,Currency,Ann,Ben
                2026-01-01,fine,General,10.00,EUR,5.00,-5.00
                2026-01-02,sum,General,10.00,EUR,5.00,-4.99
                2026-13-02,day,General,10.00,EUR,5.00,-5.00
                2026-01-04,formula,General,=1+9,EUR,5.00,-5.00
                2026-01-05,gain,General,4.00,EUR,5.00,-5.00
                2026-01-06,currency,General,10.00,eu!,5.00,-5.00
                2026-01-07,huge,General,99999999999999999.00,EUR,5.00,-5.00
                short
                2026-01-08,"never closed,General,10.00,EUR,5.00,-5.00
                """)
        #expect(plan.entries.map(\.title) == ["fine"])
        #expect(plan.issues.map(\.row) == [3, 4, 5, 6, 7, 8, 9, 10])
        #expect(
            plan.codes() == [
                "does-not-add-up", "date-not-understood", "amount-not-understood", "does-not-add-up",
                "currency-not-understood", "amount-not-understood", "too-few-cells", "quote-not-closed",
            ])
    }

    @Test("a sum that the file states wrongly is seen")
    func wrongTotal() throws {
        let plan = try Samples.plan(
            ofText: """
                Date,Description,Category,Cost,Currency,Ann,Ben
                2026-01-01,fine,General,10.00,EUR,5.00,-5.00
                2026-01-31,Total balance, , ,EUR,5.00,-5.01
                """)
        #expect(plan.books[0].checks.map(\.isRight) == [true, false])
        #expect(plan.entries.count == 1)
    }

    @Test("amounts at the edge do not overflow any sum")
    func largeAmounts() throws {
        let row = "2026-01-01,x,General,9999999999999.99,EUR,9999999999999.99,-9999999999999.99\n"
        let plan = try Samples.plan(
            ofText: "Date,Description,Category,Cost,Currency,Ann,Ben\n" + String(repeating: row, count: 20_000))
        #expect(plan.books[0].nets[0] == Int128(19_999_999_999_999_980_000))
    }

    @Test("a moment at either end of all numbers is none, and the row has the day that is written")
    func moments() throws {
        for moment in [Int.min, .max, -400_000_000_000, 400_000_000_000] {
            let plan = try Samples.plan(
                ofText: "what,amount,date,timestamp,payer_name,payer_weight,owers,repeat,categoryid\n"
                    + "Bread,4.00,2026-01-02,\(moment),Ann,1,\"Ann,Ben\",n,0\n", ImportOptions(currency: "EUR"))
            #expect(plan.format == .cospend)
            #expect(plan.entries.map { "\($0.date)" } == ["2026-01-02"])
        }
    }

    @Test("a text that looks like a formula stays a text, and is told")
    func formulas() throws {
        let plan = try Samples.plan("splitwise-en.csv")
        #expect(plan.codes(lost: false) == ["formula-kept-as-text"])
        #expect(plan.entries.contains { $0.title == "=SUM snacks (half each)" })
    }

    @Test("control characters and endless titles become what a ledger takes")
    func texts() throws {
        let title = String(repeating: "ü", count: 300)
        let plan = try Samples.plan(
            ofText: "Date,Description,Category,Cost,Currency,Ann,Ben\n"
                + "2026-01-01,\"a\u{7}b\nc\",General,10.00,EUR,5.00,-5.00\n"
                + "2026-01-01,\(title),General,10.00,EUR,5.00,-5.00\n")
        #expect(plan.entries.map(\.title) == ["a b c", String(title.prefix(Limits.titleLength))])
        #expect(plan.codes(lost: false) == ["text-shortened"])
    }
}
