import Bookkeeping
import JSON
import LedgerCore

/// A person of a ledger as the API shows them.
struct ParticipantView: JSONWritable {
    /// In version 1 a colour is not recorded: it follows from the order in which people were added.
    static let colours = ["blue", "orange", "purple", "green", "pink", "red"]

    let participant: Participant
    let colour: String

    var id: ParticipantID { participant.id }
    var isClaimed: Bool { !participant.devices.isEmpty }
    var place: Place { Place(.number(participant.added.at.ordinal), .number(participant.id.bits)) }

    /// In the order in which they were added.
    static func all(in state: LedgerState) -> [ParticipantView] {
        state.participantsInOrder.enumerated().map { index, participant in
            ParticipantView(participant: participant, colour: colours[index % colours.count])
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", participant.id)
            json.member("name", participant.name)
            json.member("colour", colour)
            json.member("claimed", isClaimed)
            json.member("devices", participant.devices.sorted())
            json.member("retiredAt", nil as Instant?)
        }
    }
}

/// A label, with how many expenses carry it (`SC-FR-LBL-6`).
struct LabelView: JSONWritable {
    let label: Label
    let expenseCount: Int

    var place: Place { Place(.text(label.name.lowercased()), .number(label.id.bits)) }

    /// By name.
    static func all(in view: Bookkeeping.LedgerView) -> [LabelView] {
        let counts = view.expenseCounts
        return view.state.labelsInOrder.map { LabelView(label: $0, expenseCount: counts[$0.id] ?? 0) }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", label.id)
            json.member("name", label.name)
            json.member("expenseCount", expenseCount)
        }
    }
}
