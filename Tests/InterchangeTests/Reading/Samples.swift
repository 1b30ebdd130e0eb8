import FoundationEssentials
import JSON
import LedgerCore

@testable import Interchange

/// The files of `Tests/Vectors/import`, each with what is expected of it.
enum Samples {
    static func bytes(_ name: String) throws -> [UInt8] {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return Array(try Data(contentsOf: tests.appending(path: "Vectors/import").appending(path: name)))
    }

    static func expected(_ name: String) throws -> JSONValue {
        try JSONValue(parsing: bytes(name + ".expected.json"))
    }

    static func plan(_ name: String, _ options: ImportOptions = ImportOptions()) throws -> ImportPlan {
        try ImportReading.plan(of: bytes(name), options)
    }

    static func plan(ofText text: String, _ options: ImportOptions = ImportOptions()) throws -> ImportPlan {
        try ImportReading.plan(of: Array(text.utf8), options)
    }
}

extension JSONValue {
    var minorUnits: Int128? { integer.map { Int128($0) } }
}

extension ImportPlan {
    /// Name and net of everybody, of the book in that currency.
    func nets(_ currency: String?) -> [String: Int128] {
        var nets: [String: Int128] = [:]
        for book in books where book.currency?.code == currency {
            for person in book.people { nets[people[person].name, default: 0] += book.nets[person] ?? 0 }
        }
        return nets
    }

    func codes(lost: Bool = true) -> [String] { issues.filter { $0.isLost == lost }.map(\.code.rawValue) }

    /// Title, what each paid and what each bears, for short comparisons.
    func parts(_ title: String) -> [String: [Int]] {
        guard let entry = entries.first(where: { $0.title == title }) else { return [:] }
        return Dictionary(uniqueKeysWithValues: entry.parts.map { (people[$0.person].name, [$0.paid, $0.borne]) })
    }
}
