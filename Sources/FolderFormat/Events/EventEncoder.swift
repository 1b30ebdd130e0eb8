import JSON
package import LedgerCore

/// Writes an event as the line that every SplitClone app writes: compact JSON as `JSON.stringify` makes it, fields in one
/// fixed order, `\n` at the end.
package enum EventEncoder {
    package static func line(_ event: Event) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.id("id", event.id)
            json.member("kind", event.kind.name)
            json.member("schemaVersion", event.schemaVersion)
            json.id("authorDeviceId", event.authorDevice)
            json.id("authorParticipantId", event.authorParticipant)
            json.key("entryAt")
            json.plainString { event.entryAt.write(into: &$0) }
            json.key("payload")
            json.object { payload(event.kind, &$0) }
            if let undone = event.undoes { json.id("undoes", undone) }
        }
        return json.bytes + [0x0A]
    }

    private static func payload(_ kind: Event.Kind, _ json: inout JSONWriter) {
        switch kind {
        case .ledgerRenamed(let name):
            json.member("name", name)
        case .ledgerSettingsChanged(let settings):
            write(settings, &json)
        case .participantAdded(let id, let name, let colour):
            json.id("participantId", id)
            json.member("name", name)
            if let colour { json.member("colour", colour.rawValue) }
        case .participantRenamed(let id, let name):
            json.id("participantId", id)
            json.member("name", name)
        case .participantColoured(let id, let colour):
            json.id("participantId", id)
            json.member("colour", colour.rawValue)
        case .participantRetired(let id), .participantReinstated(let id), .participantUnmerged(let id):
            json.id("participantId", id)
        case .participantMerged(let id, let other):
            json.id("participantId", id)
            json.id("intoParticipantId", other)
        case .participantClaimed(let id, let device), .participantReleased(let id, let device):
            json.id("participantId", id)
            json.id("deviceId", device)
        case .labelCreated(let id, let name), .labelRenamed(let id, let name):
            json.id("labelId", id)
            json.member("name", name)
        case .labelDeleted(let id):
            json.id("labelId", id)
        case .expenseCreated(let id, let input), .expenseUpdated(let id, let input):
            json.id("expenseId", id)
            json.key("input")
            json.object { expense(input, &$0) }
        case .expenseDeleted(let id):
            json.id("expenseId", id)
        case .commentAdded(let id, let expense, let text):
            json.id("commentId", id)
            json.id("expenseId", expense)
            json.member("text", text)
        case .commentDeleted(let id, let expense):
            json.id("commentId", id)
            json.id("expenseId", expense)
        case .settlementRecorded(let id, let input), .settlementUpdated(let id, let input):
            json.id("settlementId", id)
            json.key("input")
            json.object { settlement(input, &$0) }
        case .settlementDeleted(let id):
            json.id("settlementId", id)
        default: plan(kind, &json)
        }
    }

    static func expense(_ input: ExpenseInput, _ json: inout JSONWriter) {
        json.member("title", input.title)
        json.amount(input.amount)
        json.day("executionDate", input.executionDate)
        json.id("payerId", input.payer)
        json.ids("splitParticipantIds", input.split)
        json.ids("labelIds", input.labels)
        if let note = input.note { json.member("note", note) }
        if let terms = input.terms { json.write(terms, of: input.split) }
        if let budget = input.budget { json.write(budget) }
    }

    private static func settlement(_ input: SettlementInput, _ json: inout JSONWriter) {
        json.id("fromParticipantId", input.from)
        json.id("toParticipantId", input.to)
        json.amount(input.amount)
        json.day("date", input.date)
        if let note = input.note { json.member("note", note) }
        if let expense = input.expense { json.id("expenseId", expense) }
    }

    private static func write(_ settings: LedgerSettings, _ json: inout JSONWriter) {
        if let kind = settings.kind { json.member("kind", kind.rawValue) }
        if let isArchived = settings.isArchived { json.member("archived", isArchived) }
        if let split = settings.defaultSplit {
            json.key("defaultSplit")
            if split == .equal { json.null() } else { json.write(split) }
        }
        if let timeZone = settings.timeZone { json.member("timeZone", timeZone) }
    }
}

extension JSONWriter {
    mutating func id<T>(_ name: StaticString, _ id: ID<T>) {
        key(name)
        plainString { id.write(into: &$0) }
    }

    mutating func ids<T>(_ name: StaticString, _ ids: [ID<T>]) {
        key(name)
        array { json in
            for id in ids { json.plainString { id.write(into: &$0) } }
        }
    }

    mutating func day(_ name: StaticString, _ day: CalendarDay) {
        key(name)
        plainString { day.write(into: &$0) }
    }

    mutating func amount(_ amount: Money, _ name: StaticString = "amount") {
        key(name)
        object { json in
            json.key("$bigint")
            json.plainString { amount.writeMinorUnits(into: &$0) }
        }
    }
}
