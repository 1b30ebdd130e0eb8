import Bookkeeping
import JSON
import LedgerCore

/// A person of a ledger as the API shows them.
struct ParticipantView: JSONWritable {
    let participant: Participant
    let colour: Colour
    /// Those who turned out to be this person.
    let merges: [Merge]
    /// As far as this server knows: the account that was this person is no more.
    let isAccountDeleted: Bool

    var id: ParticipantID { participant.id }
    var isClaimed: Bool { !participant.devices.isEmpty }
    var place: Place { Place(.number(participant.added.at.ordinal), .number(participant.id.bits)) }

    /// In the order in which they were added; without those who left and are named nowhere.
    static func all(in view: Bookkeeping.LedgerView) -> [ParticipantView] {
        let (colours, gone) = (Colours(view.state), view.peopleOfDeletedAccounts)
        return view.standing.listedParticipants.map { ParticipantView($0, colours, gone, view.state) }
    }

    /// Also one who is not listed.
    init?(_ id: ParticipantID, in view: Bookkeeping.LedgerView) {
        guard let participant = view.state.participants[id] else { return nil }
        self.init(participant, Colours(view.state), view.peopleOfDeletedAccounts, view.state)
    }

    private init(_ participant: Participant, _ colours: Colours, _ gone: Set<ParticipantID>, _ state: LedgerState) {
        self.participant = participant
        colour = participant.colour ?? colours.usual[participant.id] ?? .blue
        merges = state.merged.isEmpty ? [] : state.merges(into: participant.id)
        isAccountDeleted = gone.contains(participant.id)
    }

    /// Where none is recorded, a colour follows from the order in which people were added; it stays when others go.
    private struct Colours {
        static let inOrder: [Colour] = [.blue, .orange, .purple, .green, .pink, .red]
        let usual: [ParticipantID: Colour]

        init(_ state: LedgerState) {
            let people = Array(state.participants.values) + state.merged.values.map(\.participant)
            let ordered = people.sorted { ($0.added.at, $0.id) < ($1.added.at, $1.id) }.enumerated()
            usual = Dictionary(
                ordered.map { ($1.id, Self.inOrder[$0 % Self.inOrder.count]) }, uniquingKeysWith: { first, _ in first })
        }
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", participant.id)
            json.member("name", participant.name)
            json.member("colour", colour.rawValue)
            json.member("claimed", isClaimed)
            json.member("devices", participant.devices.sorted())
            json.member("retiredAt", participant.retiredAt)
            json.member("accountDeleted", isAccountDeleted)
            json.member("merged", each: merges) { json, merge in
                json.object { json in
                    json.member("participantId", merge.participant.id)
                    json.member("name", merge.participant.name)
                    json.member("mergeId", merge.merged.event)
                    json.member("mergedAt", merge.merged.at)
                }
            }
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

/// What it means that two participants are one person.
struct MergePreviewView: JSONWritable {
    let preview: MergePreview
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("balances", each: preview.positions) { json, position in
                json.object { json in
                    json.member("participantId", position.participant)
                    json.member("before", position.before, currency)
                    json.member("after", position.after, currency)
                }
            }
            json.member("expenses", preview.expenses)
            json.member("settlements", preview.settlements)
        }
    }
}
