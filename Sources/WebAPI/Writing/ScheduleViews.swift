import JSON
import LedgerCore

/// What comes again and again as the API shows it.
struct ScheduleView: Listed {
    let schedule: Schedule
    let moment: Moment

    static func all(in moment: Moment) -> [ScheduleView] {
        moment.state.schedules.values.map { ScheduleView(schedule: $0, moment: moment) }.sorted { $0.place < $1.place }
    }

    var place: Place { Place(schedule.created) }
    var revision: String { schedule.version.description }
    /// Covers what comes with the days, too.
    var tag: String { revision + "+" + EntityTag.digest(self.json).prefix(8) }

    /// The next that is not skipped, after today.
    private var next: CalendarDay? {
        let (state, tomorrow) = (moment.state, moment.today.adding(days: 1))
        return schedule.input.recurrence.numbers(in: max(tomorrow, .earliest)...(.latest)).lazy
            .compactMap { schedule.occurrence($0, of: state) }.first { !$0.isSkipped && $0.date > moment.today }?.date
    }

    func write(to json: inout JSONWriter) {
        let (input, currency) = (schedule.input.expense, moment.currency)
        json.object { json in
            json.member("id", schedule.id)
            json.member("title", input.title)
            json.member("amount", input.amount, currency)
            json.member("payerId", input.payer)
            json.member("splitParticipantIds", input.split)
            if schedule.input.isByRatio {
                json.key("split")
                json.raw(JSONWriter.byRatio)
                json.key("payers")
                json.null()
            } else {
                json.writeTerms(input.terms, currency)
            }
            json.member("labelIds", input.labels.filter { moment.state.labels[$0] != nil })
            json.member("note", input.note)
            json.member("categoryId", orNull: moment.state.budget.category(of: input)?.id)
            json.writeMembers(of: schedule.input.recurrence)
            let next = next
            json.member("ended", next == nil)
            json.member("next", next?.description)
            json.writeStamps(schedule.created, schedule.lastEdited)
            json.member("revision", revision)
        }
    }
}

extension ScheduleView {
    init(_ id: ScheduleID, in moment: Moment) throws(Problem) {
        guard let schedule = moment.state.schedules[id] else { throw Problem.notFound }
        self.init(schedule: schedule, moment: moment)
    }
}

struct OccurrenceView: JSONWritable {
    let occurrence: Occurrence
    let moment: Moment

    /// That of its expense, which is shown also when it is skipped.
    var revision: String { expense.revision }

    private var expense: ExpenseView {
        ExpenseView(expense: occurrence.expense, moment: moment, occurrence: occurrence.id)
    }

    private var word: String {
        if occurrence.isSkipped { return "skipped" }
        if occurrence.isChanged { return "changed" }
        if occurrence.date == moment.today { return "due" }
        return occurrence.date < moment.today ? "past" : "upcoming"
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("k", occurrence.id.number)
            json.member("id", occurrence.id.description)
            json.member("date", occurrence.date)
            json.member("state", word)
            json.member("expense", expense)
        }
    }
}

struct IncomeView: Listed {
    let income: Income
    let currency: Currency

    static func all(in moment: Moment) -> [IncomeView] {
        moment.state.incomes.values.map { IncomeView(income: $0, currency: moment.currency) }
            .sorted { $0.place < $1.place }
    }

    var place: Place { Place(income.created) }
    var revision: String { income.version.description }

    func write(to json: inout JSONWriter) {
        let input = income.input
        json.object { json in
            json.member("id", income.id)
            json.member("participantId", input.participant)
            json.member("name", input.name)
            json.member("amount", input.amount, currency)
            switch input.time {
            case .once(let day):
                json.member("date", day)
                json.member("schedule", nil as String?)
            case .recurring(let recurrence):
                json.member("date", nil as String?)
                json.key("schedule")
                json.object { json in json.writeMembers(of: recurrence) }
            }
            json.writeStamps(income.created, income.lastEdited)
            json.member("revision", revision)
        }
    }
}

struct TransferView: Listed {
    let transfer: Transfer
    let currency: Currency

    static func all(in moment: Moment) -> [TransferView] {
        moment.state.transfers.values.map { TransferView(transfer: $0, currency: moment.currency) }
            .sorted { $0.place < $1.place }
    }

    var place: Place { Place(transfer.created) }

    func write(to json: inout JSONWriter) {
        let input = transfer.input
        json.object { json in
            json.member("id", transfer.id)
            json.member("direction", input.direction.rawValue)
            json.member("participantId", input.participant)
            json.member("amount", input.amount, currency)
            json.member("date", input.date)
            json.member("ledgerId", input.otherLedger.text)
            json.member("note", input.note)
            json.member("createdAt", transfer.created.at)
            json.member("createdBy", orNull: transfer.created.by)
        }
    }
}

extension Place {
    /// In the order in which things were made.
    init(_ created: Stamp) {
        self.init(.number(created.at.ordinal), .number(created.event.bits))
    }
}

extension JSONWriter {
    /// A split that is worked out for each date.
    static let byRatio = #"{"mode":"ratio"}"#

    /// The fields of a schedule.
    mutating func writeMembers(of recurrence: Recurrence) {
        member("frequency", recurrence.frequency.name)
        key("custom")
        if case .custom(let every, let unit) = recurrence.frequency {
            object { json in
                json.member("every", every)
                json.member("unit", unit.rawValue)
            }
        } else {
            null()
        }
        member("start", recurrence.start)
        var (end, count): (CalendarDay?, Int?)
        switch recurrence.end {
        case .never: break
        case .on(let day): end = day
        case .after(let times): count = times
        }
        member("end", end?.description)
        key("count")
        if let count { value(count) } else { null() }
    }
}
