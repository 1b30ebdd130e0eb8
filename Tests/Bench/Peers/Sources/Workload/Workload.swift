import Foundation

/// The work that every measured server does alike: the ledger it encodes, the expense it decodes, the bytes it serves.
public struct Workload: Sendable {
    public struct Participant: Codable, Sendable {
        public let id: String
        public let name: String
    }

    public struct Expense: Codable, Sendable {
        public let id: String
        public let title: String
        public let amountMinor: Int
        public let executionDate: String
        public let payerId: String
        public let splitParticipantIds: [String]
        public let note: String?
    }

    public struct Ledger: Codable, Sendable {
        public let id: String
        public let name: String
        public let currency: String
        public let participants: [Participant]
        public let expenses: [Expense]
    }

    /// What `POST /echo` takes and answers.
    public struct NewExpense: Codable, Sendable {
        public let title: String
        public let amountMinor: Int
        public let executionDate: String
        public let payerId: String
        public let splitParticipantIds: [String]
    }

    public let port: Int
    public let ledger: Ledger
    public let directory: String
    public let blob: Data

    /// Arguments: `PORT LEDGER.json DIRECTORY`, the directory holding `static/blob.bin`.
    public init(arguments: [String]) throws {
        guard arguments.count == 4, let port = Int(arguments[1]) else {
            throw CocoaError(.featureUnsupported, userInfo: [NSLocalizedDescriptionKey: "PORT LEDGER DIRECTORY"])
        }
        self.port = port
        ledger = try JSONDecoder().decode(Ledger.self, from: Data(contentsOf: URL(fileURLWithPath: arguments[2])))
        directory = arguments[3]
        blob = try Data(contentsOf: URL(fileURLWithPath: arguments[3] + "/static/blob.bin"))
    }
}
