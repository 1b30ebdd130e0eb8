import Bookkeeping
import HTTPServer
import JSON
import LedgerCore

/// Expenses that come again and again.
enum ScheduleRoutes {
    /// So many occurrences are left out, each by an event of its own, for one that was moved to before them.
    fileprivate static let mostSkipped = 1_000

    @Sendable static func list(_ call: Call, _ member: Member) async throws -> Answer {
        try await member.list(ScheduleView.self, call, isDated: true)
    }

    @Sendable static func get(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let day = query.optionalDay("date")
        try query.finish()
        let id = try call.id("schedule", of: ScheduleID.self)
        let moment = await member.moment(on: day)
        let view = try ScheduleView(id, in: moment)
        return .json(view, tag: view.tag)
    }

    @Sendable static func create(_ call: Call, _ member: Member) async throws -> Answer {
        let id: ScheduleID = call.api.world.makeID()
        let draft = try ScheduleDraft(call, member)
        let device = member.device
        return try await record(id, at: draft.recordedAt, member) { view in
            [.recordSchedule(id, try draft.input(in: view, device: device))]
        }.answer.created(at: member.path + "/schedules/\(id)")
    }

    /// `?from=k`: this one and all later ones. What comes before stays with the old schedule, the rest is a new one.
    @Sendable static func put(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.chosenID("schedule", of: ScheduleID.self)
        var query = try call.query()
        let number = query.one("from", "the number of an occurrence, from 0 on") { OccurrenceID.number($0) }
        let revives = query.one("revive", "true") { $0 == "true" ? true : nil } ?? false
        try query.finish()
        if let number { return try await split(id, from: number, call, member) }
        let draft = try ScheduleDraft(call, member)
        let device = member.device
        let (answer, isNew) = try await record(id, at: draft.recordedAt, member) { view in
            try call.checkMatch(view.state.schedules[id]?.version.description)
            return [.recordSchedule(id, try draft.input(in: view, device: device), revives: revives)]
        }
        return isNew ? answer.created(at: member.path + "/schedules/\(id)") : answer
    }

    private static func split(
        _ id: ScheduleID, from number: Int, _ call: Call, _ member: Member
    ) async throws -> Answer {
        let later: ScheduleID = call.api.world.makeID()
        let date = try await member.ledger.read { view throws(any Error) in try view.date(of: number, id) }
        let draft = try ScheduleDraft(call, member, from: date)
        let device = member.device
        return try await record(later, at: draft.recordedAt, member) { view in
            try call.checkMatch(view.state.schedules[id]?.version.description)
            let date = try view.date(of: number, id)
            let input = try draft.input(in: view, device: device, notBefore: date)
            let ending = try view.ending(id, before: date, replacing: number)
            // What was moved to before it stays with the old one, and does not come a second time.
            let again = ending.moved.flatMap { input.recurrence.numbers(in: $0...$0) }
            return ending.proposals + [.recordSchedule(later, input)]
                + again.map { .skipOccurrence(OccurrenceID(schedule: later, number: $0)) }
        }.answer.created(at: member.path + "/schedules/\(later)")
    }

    /// What has come stays, unless all of it is to go.
    @Sendable static func end(_ call: Call, _ member: Member) async throws -> Answer {
        let id = try call.id("schedule", of: ScheduleID.self)
        var query = try call.query()
        let isAll = query.one("occurrences", "all") { $0 == "all" ? true : nil } ?? false
        try query.finish()
        var body = try call.body()
        let at = body.recordedAt(now: call.now)
        try body.finish()
        return try await member.ledger.record(by: member.device, at: at) { view in
            try call.checkMatch(view.state.schedules[id]?.version.description)
            if isAll { return [.deleteSchedule(id)] }
            guard view.state.schedules[id] != nil else { throw Problem.notFound }
            return try view.ending(id, before: view.today.adding(days: 1)).proposals
        } answer: { _, _ in
            .noContent
        }
    }

    private static func record(
        _ id: ScheduleID, at instant: Instant, _ member: Member,
        _ decide: @escaping @Sendable (LedgerView) throws -> [Proposal]
    ) async throws -> (answer: Answer, isNew: Bool) {
        let currency = member.ledger.currency
        return try await member.ledger.record(by: member.device, at: instant, decide) { view, events in
            let shown = try ScheduleView(id, in: Moment(view, currency))
            let isNew = events.contains { if case .scheduleCreated = $0.kind { true } else { false } }
            return (.json(shown, tag: shown.tag), isNew)
        }
    }
}

extension LedgerView {
    /// When the schedule comes for that time.
    fileprivate func date(of number: Int, _ id: ScheduleID) throws -> CalendarDay {
        guard let schedule = state.schedules[id] else { throw Problem.notFound }
        guard let date = schedule.input.recurrence.date(of: number) else { throw schedule.comesNotSoOften }
        return date
    }

    /// What ends it before a day: nothing, when it does anyway. One that had not come by then has never been; one that
    /// was moved to before the day stays, and `moved` are the days on which those would have come. A schedule that is cut
    /// at a number gives up that one in any case.
    fileprivate func ending(
        _ id: ScheduleID, before day: CalendarDay, replacing number: Int? = nil
    ) throws -> (proposals: [Proposal], moved: [CalendarDay]) {
        guard let schedule = state.schedules[id] else { return ([], []) }
        var input = schedule.input
        let later = input.recurrence.numbers(in: day...(.latest))
        let moved = schedule.exceptions.filter { other, exception in
            guard let date = exception.input?.executionDate else { return false }
            return later.contains(other) && other != number && date < day
        }.keys.sorted()
        guard let last = moved.last, let lastDay = input.recurrence.date(of: last) else {
            if day <= input.recurrence.start { return ([.deleteSchedule(id)], []) }
            if later.isEmpty { return ([], []) }
            input.recurrence.end = .on(day.adding(days: -1))
            return ([.recordSchedule(id, input)], [])
        }
        guard last - later.lowerBound <= ScheduleRoutes.mostSkipped else {
            throw Refusal(.tooMany, "What comes on \(lastDay) was moved to before the end: take that back first.")
        }
        let skipped = (later.lowerBound...last).filter { !moved.contains($0) }
        input.recurrence.end = .on(lastDay)
        return (
            skipped.map { .skipOccurrence(OccurrenceID(schedule: id, number: $0)) } + [.recordSchedule(id, input)],
            moved.compactMap(input.recurrence.date)
        )
    }
}

extension Schedule {
    var comesNotSoOften: Refusal {
        Refusal(.noSuchOccurrence, "“\(input.expense.title)” does not come so often.")
    }
}

extension OccurrenceID {
    /// From 0 on, in canonical form.
    static func number(_ text: String) -> Int? {
        Int(text).flatMap { (0..<1 << 32).contains($0) && String($0) == text ? $0 : nil }
    }
}
