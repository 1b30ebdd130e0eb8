import Glibc
import JSON

/// The ledger that every measured server encodes, read once.
struct BenchLedger: JSONWritable, Sendable {
    private struct Person {
        let id: String
        let name: String
    }

    private struct Expense {
        let id: String
        let new: NewExpense
        let note: String?
    }

    private let id: String
    private let name: String
    private let currency: String
    private let participants: [Person]
    private let expenses: [Expense]

    init(file: String) throws {
        let tree = try JSONValue(parsing: Self.contents(of: file))
        func text(_ value: JSONValue, _ name: String) throws -> String {
            guard let text = value[name]?.string else { throw BenchError.unreadable(name) }
            return text
        }
        id = try text(tree, "id")
        name = try text(tree, "name")
        currency = try text(tree, "currency")
        participants = try (tree["participants"]?.array ?? []).map {
            Person(id: try text($0, "id"), name: try text($0, "name"))
        }
        expenses = try (tree["expenses"]?.array ?? []).map { expense in
            guard let amount = expense["amountMinor"]?.integer, let split = expense["splitParticipantIds"]?.array
            else { throw BenchError.unreadable("expense") }
            let new = NewExpense(
                title: try text(expense, "title"), amountMinor: amount,
                executionDate: try text(expense, "executionDate"), payerID: try text(expense, "payerId"),
                splitParticipantIDs: split.compactMap(\.string))
            return Expense(id: try text(expense, "id"), new: new, note: expense["note"]?.string)
        }
    }

    private static func contents(of file: String) throws -> [UInt8] {
        guard let stream = fopen(file, "r") else { throw BenchError.unreadable(file) }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&part, 1, part.count, stream), count > 0 { bytes += part[..<count] }
        return bytes
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", id)
            json.member("name", name)
            json.member("currency", currency)
            json.key("participants")
            json.array { json in
                for person in participants {
                    json.object { json in
                        json.member("id", person.id)
                        json.member("name", person.name)
                    }
                }
            }
            json.key("expenses")
            json.array { json in
                for expense in expenses {
                    json.object { json in
                        json.member("id", expense.id)
                        expense.new.writeMembers(to: &json)
                        if let note = expense.note { json.member("note", note) }
                    }
                }
            }
        }
    }
}

/// What `POST /echo` takes and answers.
struct NewExpense: JSONWritable, Sendable {
    var title = ""
    var amountMinor = 0
    var executionDate = ""
    var payerID = ""
    var splitParticipantIDs: [String] = []

    private static let fields = JSONFields("title", "amountMinor", "executionDate", "payerId", "splitParticipantIds")

    func write(to json: inout JSONWriter) {
        json.object { json in writeMembers(to: &json) }
    }

    func writeMembers(to json: inout JSONWriter) {
        json.member("title", title)
        json.member("amountMinor", amountMinor)
        json.member("executionDate", executionDate)
        json.member("payerId", payerID)
        json.key("splitParticipantIds")
        json.array { json in for id in splitParticipantIDs { json.value(id) } }
    }
}

extension NewExpense {
    init(json: [UInt8]) throws {
        var reader = JSONReader(json)
        var members = try reader.enterObject(Self.fields)
        while let field = try reader.nextField(&members) {
            switch field {
            case 0: title = try reader.readString()
            case 1: amountMinor = try reader.readInteger()
            case 2: executionDate = try reader.readString()
            case 3: payerID = try reader.readString()
            default:
                var isFirst = true
                try reader.enterArray()
                while try reader.nextElement(&isFirst) { splitParticipantIDs.append(try reader.readString()) }
            }
        }
        try reader.finish()
        if members.missing(0..<5) != nil { throw BenchError.unreadable("expense") }
    }
}
