import Cryptography
import FolderFormat
import LedgerCore
import Testing

/// What is wrong with a line is said with its place, and the lines around it are used.
@Suite struct EventProblemTests {
    typealias Code = FormatProblem.Code

    static let changes: [(find: String, put: String, code: Code)] = [
        (#""id":"5dfb"#, #""id":"5DFB"#, .badField), (#""id":"5dfb"#, #""id":"5df"#, .badField),
        (#""id":"5dfbd3d1-2c4a-4698-aa2c-a1af6a107b75","#, "", .missingField),
        (#""id":""#, #""id":7,"i":""#, .badField),
        ("ExpenseCreated", "ExpenseInvented", .unknownKind), ("ExpenseCreated", "expenseCreated", .unknownKind),
        ("ExpenseCreated", "", .unknownKind), (#""kind":"ExpenseCreated","#, "", .missingField),
        (#""kind":"ExpenseCreated""#, #""kind":null"#, .badField), (#""schemaVersion":1,"#, "", .missingField),
        (#""schemaVersion":1"#, #""schemaVersion":0"#, .badField),
        (#""schemaVersion":1"#, #""schemaVersion":-1"#, .badField),
        (#""schemaVersion":1"#, #""schemaVersion":"1""#, .badField),
        (#""schemaVersion":1"#, #""schemaVersion":1.0"#, .badField),
        (#""schemaVersion":1"#, #""schemaVersion":3"#, .newerEvent),
        (#""entryAt":"2026-01"#, #""entryAt":"2026-13"#, .badField),
        ("06.035Z", "06.035", .badField), ("06.035Z", "06Z", .badField), ("06.035Z", "60.035Z", .badField),
        ("06.035Z", "06.035+00:00", .badField),
        (#""executionDate":"2026-01-19""#, #""executionDate":"2026-02-30""#, .badField),
        ("2026-01-19", "2026-1-19", .badField), ("2026-01-19", "19.01.2026", .badField),
        ("2026-01-19", "0000-01-19", .badField),
        (#"{"$bigint":"4720"}"#, "4720", .badField), (#"{"$bigint":"4720"}"#, #""4720""#, .badField),
        (#"{"$bigint":"4720"}"#, #"{"$bigint":4720}"#, .badField), (#"{"$bigint":"4720"}"#, "{}", .missingField),
        (#"{"$bigint":"4720"}"#, #"{"bigint":"4720"}"#, .missingField), (#"{"$bigint":"4720"}"#, "null", .badField),
        ("4720", "0", .badField), ("4720", "-1", .badField), ("4720", "-0", .badField), ("4720", "04720", .badField),
        ("4720", "+4720", .badField), ("4720", "47.20", .badField), ("4720", "1e3", .badField),
        ("4720", "NaN", .badField),
        ("4720", "", .badField), ("4720", " 4720", .badField), ("4720", "0x10", .badField), ("4720", "４７２０", .badField),
        ("4720", "1000000000000000000000000", .badField), ("4720", String(repeating: "9", count: 60), .badField),
        (#""title":"Pizza 🍕","#, "", .missingField), (#""title":"Pizza 🍕""#, #""title":null"#, .badField),
        (#""payerId":"a648"#, #""payerId":"A648"#, .badField), (#""labelIds":["#, #""labelIds":[1,"#, .badField),
        (#""labelIds":["5dfbd3d1-2c4a-4698-aa2c-a1af6a107b75"],"#, "", .missingField),
        (#""labelIds":["5dfbd3d1-2c4a-4698-aa2c-a1af6a107b75"]"#, #""labelIds":{}"#, .badField),
        (#""note":"say"#, #""note":7,"n":"say"#, .badField), (#""note":"say \"hi\"""#, #""note":null"#, .badField),
        (#""payload":{"#, #""payload":[],"p":{"#, .badField),
        (#""payload":{"expenseId"#, #""payload":{"expenseID"#, .missingField),
        (#""input":{"#, #""inputs":{"#, .missingField), (#""title":"#, #""title":"x","title":"#, .notJSON),
        (#""id":"#, #""\u0069d":"x","id":"#, .notJSON), ("}}}", "}}", .notJSON), ("}}}", "}}}}", .notJSON),
        ("{\"id\"", "\"id\"", .notJSON), ("Pizza", "Piz\\za", .notJSON), ("Pizza", "Piz\tza", .notJSON),
        ("Pizza", "\\ud83c", .notJSON), ("🍕", "\u{0}", .notJSON),
    ]

    @Test("a line that is wrong in one place is that kind of problem", arguments: changes)
    func oneFault(find: String, put: String, code: Code) {
        let line = EventLine.line()
        let changed = line.replacing(find, with: put, maxReplacements: 1)
        #expect(changed != line)
        #expect(EventLine.problem(changed) == code, "\(changed)")
    }

    @Test("a split names at least one person and nobody twice, however many they are")
    func split() {
        func line(_ split: String) -> String {
            EventLine.line().replacing(#"["\#(EventLine.anna)","\#(EventLine.ben)"]"#, with: split)
        }
        #expect(EventLine.problem(line("[]")) == .badField)
        #expect(EventLine.problem(line(#"["\#(EventLine.anna)","\#(EventLine.anna)"]"#)) == .badField)
        let many = (0..<500).map { "\"\(ParticipantID(bits: UInt128($0)))\"" }
        #expect(EventLine.event(line("[\(many.joined(separator: ","))]")) != nil)
        #expect(EventLine.problem(line("[\((many + [many[7]]).joined(separator: ","))]")) == .badField)
    }

    @Test("a split that names somebody twice is wrong however often it comes, and one that comes again is held once")
    func splitAgain() {
        let twice = EventLine.line().replacing(EventLine.ben, with: EventLine.anna)
        let contents = EventLine.decode(EventLine.line(), twice, EventLine.line(), twice)
        #expect(contents.problems.map(\.line) == [2, 4])
        let splits = contents.events.compactMap { event -> [ParticipantID]? in
            if case .expenseCreated(_, let input) = event.kind { input.split } else { nil }
        }
        let places = splits.map { split in split.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) } }
        #expect(places.count == 2 && Set(places).count == 1)
    }

    @Test("every required field of every kind is missed when it is not there")
    func required() throws {
        for (kind, payload) in EventLine.payloads {
            let names = payload.matches(of: #/"(\w+)":/#).map { String($0.output.1) }.filter { $0 != "note" }
            for name in names {
                let changed = payload.replacing("\"\(name)\":", with: "\"x-\(name)\":", maxReplacements: 1)
                #expect(EventLine.problem(EventLine.line(kind, changed)) == .missingField, "\(kind) \(name)")
            }
        }
    }

    @Test("SC-ARC-FMT-2: of a newer event nothing is judged but its version")
    func newer() {
        let line = EventLine.line("CategoryCreated", #""anything":1"#).replacing(":1,\"author", with: ":3,\"author")
        #expect(EventLine.problem(line) == .newerEvent)
        #expect(EventLine.problem(line.replacing(EventLine.id, with: "new form of id")) == .newerEvent)
        #expect(EventLine.problem(#"{"schemaVersion":3}"#) == .newerEvent)
        #expect(EventLine.problem(#"{"schemaVersion":3"#) == .notJSON)
    }

    @Test("a problem says file, line and what it is; the other lines are used")
    func place() {
        let good = EventLine.line()
        let contents = EventLine.decode(good, "not json", good, "", good.replacing("4720", with: "0"), good)
        #expect(contents.events.count == 3)
        #expect(contents.lineCount == 6)
        #expect(contents.problems.map(\.line) == [2, 4, 5])
        #expect(contents.problems.map(\.code) == [.notJSON, .notJSON, .badField])
        #expect(contents.problems.allSatisfy { $0.file == EventLine.file })
        #expect(contents.problems[2].message == "The event's “amount” is not above 0.")
        #expect(contents.problems[2].description == "\(EventLine.file):5: The event's “amount” is not above 0.")
    }

    @Test("of a file of rubbish so many lines are listed, and the others are counted")
    func rubbish() throws {
        let lines = [String](repeating: "rubbish", count: 13_345) + [EventLine.line()]
        let contents = EventLine.decode(lines)
        #expect(contents.events.count == 1)
        #expect(contents.problems.count == 1_001)
        #expect(contents.problems[999].line == 1_000)
        let last = try #require(contents.problems.last)
        #expect(last.code == .moreProblems && last.count == 12_345 && last.file == EventLine.file)
        #expect(last.message == "And 12,345 more problems.")
        let cut = contents.problems.cut(at: 10)
        #expect(cut.count == 11 && cut.last?.count == 13_335)
        #expect(Array(contents.problems.prefix(3)).cut(at: 10).count == 3)
    }

    @Test(
        "a line that is not JSON is called that, also when something is wrong before",
        arguments: ["", "null", "7", "[]"])
    func notAnObject(line: String) {
        #expect(EventLine.problem(line) == .notJSON)
        #expect(EventLine.problem(EventLine.line().replacing("4720", with: "0").dropLast() + line) == .notJSON)
    }

    @Test("a last line without an end is left out and reported, even when it would be an event")
    func truncated() {
        let good = EventLine.line()
        let whole = Array((good + "\n").utf8)
        for tail in [good, "{", "x"] {
            let contents = SegmentContents(decoding: whole + Array(tail.utf8), file: EventLine.file)
            #expect(contents.events.count == 1)
            #expect(contents.wholeLinesLength == whole.count)
            #expect(contents.problems.map(\.code) == [.truncatedLine])
            #expect(contents.problems.map(\.line) == [2])
        }
    }

    @Test("the tail of a segment counts its lines from where it starts")
    func tail() {
        let bytes = Array((EventLine.line() + "\nx\n{").utf8)
        let contents = SegmentContents(decoding: bytes, file: EventLine.file, linesBefore: 40)
        #expect(contents.lineCount == 2)
        #expect(contents.problems.map(\.line) == [42, 43])
    }

    @Test("an empty segment holds no events and no problems")
    func empty() throws {
        let key = SymmetricKey.random()
        let plaintext = try Segment.open(Segment.seal([], key: key), key: key, file: EventLine.file)
        #expect(SegmentContents(decoding: plaintext, file: EventLine.file) == SegmentContents())
    }

    @Test("SC-ARC-ENC-2: a segment that does not open is a problem that names the file")
    func envelope() throws {
        let key = SymmetricKey.random()
        let sealed = Segment.seal(Array((EventLine.line() + "\n").utf8), key: key)
        var changed = sealed
        changed[20] ^= 1
        let cases = [
            ([], key), ([UInt8](repeating: 0, count: 27), key), (changed, key), (sealed, SymmetricKey.random()),
        ]
        for (bytes, key) in cases {
            #expect {
                try Segment.open(bytes, key: key, file: EventLine.file)
            } throws: { error in
                let problem = error as? FormatProblem
                return problem?.code == .unreadableSegment && problem?.file == EventLine.file && problem?.line == nil
            }
        }
    }
}
