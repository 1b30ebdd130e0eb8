import FolderFormat
import JSON
import LedgerCore
import Testing

@Suite struct EventCodingTests {
    @Test("another implementation's lines are read, and written again byte for byte", arguments: VectorFolder.all)
    func canonical(folder: VectorFolder) throws {
        var count = 0
        for path in try folder.segments() {
            let plaintext = try folder.plaintext(path)
            let contents = SegmentContents(decoding: plaintext, file: path)
            #expect(contents.problems.isEmpty)
            #expect(contents.wholeLinesLength == plaintext.count)
            #expect(contents.events.flatMap(EventEncoder.line) == plaintext)
            count += contents.events.count
        }
        #expect(try count == folder.expected()["events"]?.integer)
    }

    @Test("SC-ARC-LOG-2: every kind is read, keeps its name, and is written again byte for byte")
    func kinds() throws {
        #expect(EventLine.payloads.count == 13)
        for (kind, payload) in EventLine.payloads {
            let line = EventLine.line(kind, payload)
            let event = try #require(EventLine.event(line), "\(kind)")
            #expect(event.kind.name == kind)
            #expect(String(decoding: EventEncoder.line(event), as: UTF8.self) == line + "\n")
        }
    }

    @Test("an expense is understood field by field")
    func expense() throws {
        let event = try #require(EventLine.event(EventLine.line()))
        let (anna, ben) = (ParticipantID(EventLine.anna)!, ParticipantID(EventLine.ben)!)
        #expect(event.id == EventID(EventLine.id))
        #expect(event.authorDevice == DeviceID(EventLine.device) && event.authorParticipant == anna)
        #expect(event.entryAt == Instant("2026-01-03T09:00:06.035Z") && event.schemaVersion == 1)
        let input = ExpenseInput(
            title: "Pizza 🍕", amount: Money(minorUnits: 4720), executionDate: CalendarDay("2026-01-19")!, payer: anna,
            split: [anna, ben], labels: [LabelID(EventLine.id)!], note: "say \"hi\"")
        #expect(event.kind == .expenseCreated(ExpenseID(EventLine.ben)!, input))
    }

    @Test("a note that is absent and a note that is empty are two things, and stay so")
    func note() throws {
        let without = EventLine.line().replacing(#","note":"say \"hi\"""#, with: "")
        let empty = EventLine.line().replacing(#""say \"hi\"""#, with: #""""#)
        for (line, note) in [(without, nil), (empty, "")] as [(String, String?)] {
            let event = try #require(EventLine.event(line))
            guard case .expenseCreated(_, let input) = event.kind else { return #expect(Bool(false)) }
            #expect(input.note == note)
            #expect(String(decoding: EventEncoder.line(event), as: UTF8.self) == line + "\n")
        }
    }

    @Test("fields may come in any order and with any white space, at every level")
    func order() throws {
        let expected = try #require(EventLine.event(EventLine.line()))
        guard case .object(let members) = try JSONValue(parsing: Array(EventLine.line().utf8)) else { return }
        func reversed(_ value: JSONValue) -> JSONValue {
            guard case .object(let members) = value else { return value }
            return .object(members.reversed().map { JSONMember($0.name, reversed($0.value)) })
        }
        let backwards = String(decoding: reversed(.object(members)).json, as: UTF8.self)
        #expect(EventLine.event(backwards) == expected)
        for shift in members.indices {
            let rotated = JSONValue.object(Array(members[shift...] + members[..<shift]))
            #expect(EventLine.event(String(decoding: rotated.json, as: UTF8.self)) == expected)
        }
        let spaced = EventLine.line().replacing("\":", with: "\" :\t ").replacing(",\"", with: " , \"")
        #expect(EventLine.event("  \(spaced) \r") == expected)
    }

    @Test("unknown extra fields are passed over, at every level")
    func extraFields() {
        let expected = EventLine.event(EventLine.line())
        let extra = #"{"x":[1,{"payload":null}],"#.dropLast(0) + #""kinds":true,"#
        let line = EventLine.line().replacing("{\"", with: extra + "\"")
        #expect(EventLine.event(line) == expected)
    }

    @Test("amounts from 1 up to below 10^24 are read exactly")
    func amounts() {
        for digits in ["1", "99", "1000000000007", "9007199254740993", String(repeating: "9", count: 24)] {
            let line = EventLine.line().replacing("4720", with: digits)
            guard case .expenseCreated(_, let input)? = EventLine.event(line)?.kind else {
                Issue.record("\(digits)")
                continue
            }
            #expect(input.amount.minorUnits == Int128(digits))
        }
    }

    @Test("the nil UUID is an author before a claim")
    func nilAuthor() {
        let line = EventLine.line().replacing(
            #""authorParticipantId":"\#(EventLine.anna)""#,
            with: #""authorParticipantId":"00000000-0000-0000-0000-000000000000""#)
        #expect(EventLine.event(line)?.authorParticipant == ParticipantID.none)
    }
}
