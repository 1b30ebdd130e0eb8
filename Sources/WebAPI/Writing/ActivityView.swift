import Bookkeeping
import FolderFormat
import JSON
import LedgerCore

/// What the people of an answer are called, and their devices as far as this server knows them.
struct DeviceNames: Sendable {
    let people: [ParticipantID: String]
    let devices: [DeviceID: String]

    init(_ items: [Activity], _ call: Call, _ member: Member) async throws {
        let authors = Set(items.compactMap(\.author))
        people = await member.ledger.read { view in
            Dictionary(uniqueKeysWithValues: authors.map { ($0, view.state.name(of: $0)) })
        }
        let devices = await member.ledger.devices(behind: Set(items.map(\.event.authorDevice)))
        let names = try await call.api.doorkeeper.names(of: Set(devices.values))
        self.devices = devices.compactMapValues { names[$0] }
    }
}

struct ActivityView: JSONWritable {
    let item: Activity
    let names: DeviceNames
    let moment: Moment

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", item.event.id)
            json.member("at", item.event.entryAt)
            writeAuthor(to: &json)
            json.member("kind", kind)
            json.key("subject")
            json.object { json in
                json.member("kind", item.subject.kind.rawValue)
                json.member("id", orNull: item.subject.id.map { ID<Event>(bits: $0) })
                json.member("title", item.subject.title)
            }
            json.member("summary", item.summary)
            json.member("changes", each: item.changes) { json, change in
                json.object { json in
                    json.member("field", change.field)
                    json.key("before")
                    write(change.before, to: &json)
                    json.key("after")
                    write(change.after, to: &json)
                }
            }
            json.member("undoes", orNull: item.event.undoes)
            json.member("undoneBy", orNull: item.undoneBy)
            json.member("canUndo", item.cannotUndo == nil)
            json.member("cannotUndoReason", item.cannotUndo)
        }
    }

    /// As the log calls it, in the manner of the API.
    private var kind: String { item.event.kind.name.prefix(1).lowercased() + item.event.kind.name.dropFirst() }

    private func writeAuthor(to json: inout JSONWriter) {
        json.key("by")
        if let author = item.author {
            json.object { json in
                json.member("participantId", author)
                json.member("name", names.people[author])
            }
        } else {
            json.null()
        }
        json.key("device")
        json.object { json in
            json.member("id", item.event.authorDevice)
            json.member("name", names.devices[item.event.authorDevice])
        }
    }

    private func write(_ value: Activity.Value?, to json: inout JSONWriter) {
        switch value {
        case nil: json.null()
        case .text(let text): json.value(text)
        case .truth(let truth): json.value(truth)
        case .money(let money): json.value(money.text(in: moment.currency))
        case .day(let day): json.value(day.description)
        case .person(let id): json.value(id)
        case .expense(let id): json.value(moment.address(of: id).description)
        case .category(let id): json.value(id)
        case .people(let ids): json.array { json in for id in ids { json.value(id) } }
        case .labels(let ids): json.array { json in for id in ids { json.value(id) } }
        case .parts(let parts): json.writeParts(parts, moment.currency)
        case .split(let split): json.writeSplit(split, moment.currency)
        case .byRatio: json.raw(JSONWriter.byRatio)
        case .spread(let spread): json.value(spread)
        case .estimate(let amount, let day): json.writeEstimate(amount, day, moment.currency)
        case .recurrence(let recurrence): json.object { json in json.writeMembers(of: recurrence) }
        }
    }
}
