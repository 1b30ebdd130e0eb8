import Foundation
import JSON
import LedgerCore
import Testing

@testable import FolderFormat

@Suite("Lines of schema version 2")
struct VersionTwoTests {
    private static let vectors = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Vectors/v2")

    private static func read(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: vectors.appendingPathComponent(name)))
    }

    @Test("every line that another implementation wrote is read, and written again byte for byte")
    func goodLines() throws {
        let bytes = try Self.read("events.jsonl")
        let contents = SegmentContents(decoding: bytes, file: "events.jsonl")
        #expect(contents.problems == [])
        #expect(contents.events.count > 30)
        let written = contents.events.map { String(decoding: EventEncoder.line($0), as: UTF8.self) }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0 + "\n" }
        for (line, again) in zip(lines, written) { #expect(line == again) }
    }

    @Test("what needs version 2 says so")
    func since() throws {
        let events = SegmentContents(decoding: try Self.read("events.jsonl"), file: "").events
        #expect(events.filter { $0.kind.since == 1 }.count == 1, "a person without a colour is of version 1")
        for event in events { #expect(event.kind.spelled.since <= event.kind.since) }
    }

    @Test("a line that does not add up, or says something it can not, is a problem of its kind and no event")
    func badLines() throws {
        let cases = try #require(JSONValue(parsing: Self.read("problems.json")).array)
        #expect(cases.count > 50)
        for one in cases {
            let name = one["name"]?.string ?? ""
            let found = EventLine.problem(try #require(one["line"]?.string))
            #expect(found?.rawValue == one["problem"]?.string, "\(name)")
        }
    }

    @Test("SC-ARC-FMT-2: in an event of version 1 the fields of version 2 mean nothing, whatever is in them")
    func fieldsOfLaterVersions() throws {
        let input =
            #""input":{"title":"Tea","amount":{"$bigint":"5"},"executionDate":"2026-05-14","payerId":"\#(anna)","#
            + #""splitParticipantIds":["\#(anna)"],"labelIds":[],"split":7,"payers":"x","shares":null,"debts":{}}"#
        let line = EventLine.line("ExpenseCreated", #""expenseId":"\#(anna)",\#(input)"#)
        let event = try #require(EventLine.event(line.replacing(#""payload":"#, with: #""undoes":[],"payload":"#)))
        #expect(event.kind.since == 1 && event.undoes == nil)
    }

    @Test("the message says by how much")
    func message() throws {
        let cases = try #require(JSONValue(parsing: Self.read("problems.json")).array)
        let line = try #require(cases.first { $0["name"]?.string == "payers who paid less" }?["line"]?.string)
        let problem = try #require(EventLine.decode(line).problems.first)
        #expect(problem.message.contains("2999, which is 1 less than the amount, 3000"))
        #expect(problem.line == 1)
    }

    @Test("whatever order an expense's fields come in, it is read alike")
    func order() throws {
        let lines = String(decoding: try Self.read("events.jsonl"), as: UTF8.self).split(separator: "\n")
        for line in lines where line.contains(#""split":"#) {
            let value = try JSONValue(parsing: Array(line.utf8))
            #expect(EventLine.event(Self.reversed(value)) == EventLine.event(String(line)))
        }
    }

    /// The same JSON with the members of every object the other way round.
    private static func reversed(_ value: JSONValue) -> String {
        switch value {
        case .object(let members):
            "{" + members.reversed().map { "\"\($0.name)\":\(reversed($0.value))" }.joined(separator: ",") + "}"
        case .array(let elements): "[" + elements.map(reversed).joined(separator: ",") + "]"
        case .string(let text): "\"\(text)\""
        case .number(let text): text
        case .bool(let truth): "\(truth)"
        case .null: "null"
        }
    }

    private let anna = "00000000-0000-4000-8000-00000000000a"
}
