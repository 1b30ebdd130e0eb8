import FolderFormat
import JSON
import LedgerCore

/// Lines to put wrong: one correct event of each kind, as text that tests change.
enum EventLine {
    static let id = "5dfbd3d1-2c4a-4698-aa2c-a1af6a107b75"
    static let device = "6ec9d286-63ca-428d-85f4-b3b2e4b06ce6"
    static let anna = "a648a7dd-0683-4eb9-85b6-e6e307d4bedc"
    static let ben = "b648a7dd-0683-4eb9-85b6-e6e307d4bedc"
    static let file = "events/\(device)/20260103T090006035.jsonl"

    static let expense =
        #""expenseId":"\#(ben)","input":{"title":"Pizza 🍕","amount":{"$bigint":"4720"},"#
        + #""executionDate":"2026-01-19","payerId":"\#(anna)","splitParticipantIds":["\#(anna)","\#(ben)"],"#
        + #""labelIds":["\#(id)"],"note":"say \"hi\""}"#
    static let settlement =
        #""settlementId":"\#(ben)","input":{"fromParticipantId":"\#(anna)","#
        + #""toParticipantId":"\#(ben)","amount":{"$bigint":"1"},"date":"2026-01-19","note":""}"#

    /// The payloads of all kinds, without their braces.
    static let payloads: [(kind: String, payload: String)] = [
        ("LedgerRenamed", #""name":"Flat""#), ("ParticipantAdded", #""participantId":"\#(anna)","name":"Anna""#),
        ("ParticipantRenamed", #""participantId":"\#(anna)","name":"Änna""#),
        ("ParticipantClaimed", #""participantId":"\#(anna)","deviceId":"\#(device)""#),
        ("LabelCreated", #""labelId":"\#(anna)","name":"food""#), ("LabelRenamed", #""labelId":"\#(anna)","name":"""#),
        ("LabelDeleted", #""labelId":"\#(anna)""#), ("ExpenseCreated", expense), ("ExpenseUpdated", expense),
        ("ExpenseDeleted", #""expenseId":"\#(ben)""#), ("SettlementRecorded", settlement),
        ("SettlementUpdated", settlement), ("SettlementDeleted", #""settlementId":"\#(ben)""#),
    ]

    static func line(_ kind: String = "ExpenseCreated", _ payload: String = expense) -> String {
        #"{"id":"\#(id)","kind":"\#(kind)","schemaVersion":1,"authorDeviceId":"\#(device)","#
            + #""authorParticipantId":"\#(anna)","entryAt":"2026-01-03T09:00:06.035Z","payload":{\#(payload)}}"#
    }

    static func decode(_ lines: String...) -> SegmentContents { decode(lines) }

    static func decode(_ lines: [String]) -> SegmentContents {
        SegmentContents(decoding: Array(lines.map { $0 + "\n" }.joined().utf8), file: file)
    }

    /// The only event of a line that must be right.
    static func event(_ line: String) -> Event? {
        let contents = decode(line)
        return contents.problems.isEmpty && contents.events.count == 1 ? contents.events[0] : nil
    }

    /// The code of the only problem of a line that must be wrong.
    static func problem(_ line: String) -> FormatProblem.Code? {
        let contents = decode(line)
        return contents.events.isEmpty && contents.problems.count == 1 ? contents.problems[0].code : nil
    }
}
