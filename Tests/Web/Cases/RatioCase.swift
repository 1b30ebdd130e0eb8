import JSON
import LedgerCore

/// Who bears something new of a day, by the ratio in force then.
struct RatioCase {
    private let people: [ParticipantID]
    private let retired: [ParticipantID]
    private let ratios: [(from: CalendarDay, weights: [Split.Weight])]
    private let owner: ParticipantID?
    private let day: CalendarDay
    private let division: (split: Split, people: [ParticipantID])?

    init(_ draw: inout Draw) {
        let people = draw.people(2...5)
        self.people = people
        retired = draw.once(in: 3) ? draw.some(of: people) : []
        let first = CalendarDay(daysSince1970: draw.int(19_000...20_000))
        ratios = (0..<draw.int(1...4)).map { number in
            let from = first.adding(days: 200 * number + draw.int(0...150))
            let named = draw.once(in: 5) ? [] : draw.some(of: people)
            return (from, named.map { Split.Weight(participant: $0, count: draw.int(1...100)) })
        }
        owner = draw.once(in: 5) ? draw.one(of: people) : nil
        day = first.adding(days: draw.int(-50...900))

        var log = Log(author: people[0])
        for person in people { log.add(.participantAdded(person, name: "Somebody")) }
        let category: CategoryID = draw.id()
        if let owner { log.add(.categoryCreated(category, CategoryInput(name: "Own", owner: owner))) }
        for ratio in ratios { log.add(.burdenRatioSet(from: ratio.from, ratio.weights.isEmpty ? nil : ratio.weights)) }
        for person in retired { log.add(.participantRetired(person)) }
        division = Ledger(log.events).state.usualDivision(on: day, in: owner == nil ? nil : category)
    }

    func write(to json: inout JSONWriter) {
        json.member("kind", "ratio")
        json.member("present", each: people.filter { !retired.contains($0) }) { $0.value($1.description) }
        json.member("ratios", each: ratios) { json, ratio in
            json.object { json in
                json.member("from", ratio.from.description)
                Self.write(ratio.weights, to: &json)
            }
        }
        json.member("owner", owner?.description)
        json.member("day", day.description)
        json.key("division")
        guard let division else { return json.null() }
        json.object { json in
            json.member("people", each: division.people) { $0.value($1.description) }
            if case .shares(let weights) = division.split { Self.write(weights, to: &json) }
        }
    }

    private static func write(_ weights: [Split.Weight], to json: inout JSONWriter) {
        json.member("weights", each: weights) { json, weight in
            json.object { json in
                json.member("participantId", weight.participant.description)
                json.member("weight", weight.count)
            }
        }
    }
}
