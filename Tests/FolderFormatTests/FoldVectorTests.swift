import FolderFormat
import Foundation
import JSON
import LedgerCore
import Testing

@Suite("What is planned and what comes again, as another implementation folds it")
struct FoldVectorTests {
    private static func cases() throws -> [JSONValue] {
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/v2/folds.json")
        return try #require(JSONValue(parsing: Array(Data(contentsOf: file))).array)
    }

    @Test("every history adds up to what it has to, with the days, ids and shares of what recurs")
    func folds() throws {
        let cases = try Self.cases()
        #expect(cases.count > 10)
        for one in cases {
            let lines = one["lines"]?.array?.compactMap(\.string) ?? []
            let contents = EventLine.decode(lines)
            #expect(contents.problems == [] && contents.events.count == lines.count)
            let state = Ledger(contents.events).state
            let expected = try #require(one["state"])
            #expect(expected["timeZone"]?.string == state.timeZone)
            for (table, found) in Self.tables(state) {
                #expect(Self.texts(expected[table]) == found, "\(one["name"]?.string ?? "") \(table)")
            }
        }
    }

    /// Each thing as one line of text.
    private static func tables(_ state: LedgerState) -> [(String, Set<String>)] {
        let book = state.budget
        let limits = book.limits.map { id, months in
            "\(id):{\(fields(months.map { ("\($0)", $1.map { "\($0.minorUnits)" } ?? "null") }))}"
        }
        let goals = book.savingGoals.map { id, months in
            "\(id):{\(fields(months.map { ("\($0)", "\($1.minorUnits)") }))}"
        }
        let ratios = book.ratios.map { day, weights in
            "\(day):{\(fields(weights.map { ("\($0.participant)", "\($0.count)") }))}"
        }
        return [
            ("categories", Set(book.categories.values.map(text))), ("limits", Set(limits)), ("goals", Set(goals)),
            ("ratios", Set(ratios)), ("occurrences", Set(state.schedules.values.flatMap { occurrences($0, state) })),
            ("schedules", Set(state.schedules.values.map { "\($0.id):\($0.input.expense.title)" })),
            ("incomes", Set(state.incomes.values.map { "\($0.id):\($0.input.name)" })),
            ("transfers", Set(state.transfers.values.map { "\($0.id):\($0.input.direction.rawValue)" })),
        ]
    }

    private static func text(_ category: LedgerCore.Category) -> String {
        let owner = category.input.owner.map(\.description)
        let given = [("name", category.input.name), ("icon", category.input.icon), ("participantId", owner)]
        return "\(category.id):{\(fields(given.compactMap { name, value in value.map { (name, $0) } }))}"
    }

    /// The first six that are not skipped.
    private static func occurrences(_ schedule: Schedule, _ state: LedgerState) -> [String] {
        (0..<6).compactMap { schedule.occurrence($0, of: state) }.filter { !$0.isSkipped }.map { occurrence in
            let shares = zip(occurrence.input.split, occurrence.input.shares).map { ("\($0)", "\($1.minorUnits)") }
            let id = occurrence.id.expense
            return "\(occurrence.id):{date:\(occurrence.date),id:\(id),shares:{\(fields(shares))}}"
        }
    }

    private static func fields(_ fields: [(String, String)]) -> String {
        fields.map { "\($0):\($1)" }.sorted().joined(separator: ",")
    }

    /// The members of a table as text: `key:value`, objects in braces, with their members sorted.
    private static func texts(_ value: JSONValue?) -> Set<String> {
        guard case .object(let members)? = value else { return [] }
        return Set(members.map { "\($0.name):\(text($0.value))" })
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .object(let members): "{\(fields(members.map { ($0.name, text($0.value)) }))}"
        case .array(let elements): "[\(elements.map(text).joined(separator: ","))]"
        case .string(let text), .number(let text): text
        case .bool(let truth): "\(truth)"
        case .null: "null"
        }
    }
}
