extension Ledger {
    /// Turns what a person wants into the event that records it, or refuses with every reason at once. Nil when the
    /// ledger already says so: a write that changes nothing writes nothing.
    ///
    /// - Parameters:
    ///   - device: who asks; the author is the participant it claimed.
    ///   - instant: when the person did it. An event that supersedes others is stamped after them, even when the
    ///     clock that made those runs ahead.
    ///   - schemaVersion: the ledger's: events are written in it whatever this program could write (`SC-ARC-FMT-2`).
    ///   - currency: in which a refusal speaks of amounts.
    package func accept(
        _ proposal: Proposal, by device: DeviceID, at instant: Instant, eventID: EventID,
        schemaVersion: Int = 1, currency: Currency = Currency.euro
    ) throws(Refusal) -> Event? {
        if case .undoing(let undone, let proposal) = proposal {
            let event = try accept(
                proposal, by: device, at: instant, eventID: eventID, schemaVersion: schemaVersion, currency: currency)
            return schemaVersion < 2 ? event : event?.undoing(undone)
        }
        let acceptance = Acceptance(ledger: self, device: device, currency: currency)
        guard let kind = try acceptance.kind(of: proposal) else { return nil }
        guard kind.since <= schemaVersion else { throw .needsUpgrade }
        try refuseRevival(by: proposal, kind)
        try refuseCrowd(kind, at: instant)
        return Event(
            id: eventID, schemaVersion: schemaVersion, authorDevice: device,
            authorParticipant: author(of: kind, device), entryAt: try stamp(kind, instant), kind: kind)
    }

    /// A deletion is the last word: what somebody deleted comes back only for those who say that they want it back.
    private func refuseRevival(by proposal: Proposal, _ kind: Event.Kind) throws(Refusal) {
        let wasGone =
            switch (proposal, kind) {
            case (.recordExpense(_, _, revives: false), .expenseCreated),
                (.recordSettlement(_, _, revives: false), .settlementRecorded),
                (.recordSchedule(_, _, revives: false), .scheduleCreated),
                (.recordIncome(_, _, revives: false), .incomeRecorded):
                true
            case (.recordTransfer(let id, _, revives: false), .transferRecorded): state.transfers[id] == nil
            default: false
            }
        guard wasGone, thread(of: kind.subject).contains(where: { $0.kind.creates && $0.kind.aspects == kind.aspects })
        else { return }
        throw Refusal(
            .deletedMeanwhile, "Somebody deleted this meanwhile. To record it all the same, say that you want it back.")
    }

    /// A list of expenses holds each time that a schedule has come. One that came too often already may come less often.
    private func refuseCrowd(_ kind: Event.Kind, at instant: Instant) throws(Refusal) {
        let (id, input): (ScheduleID, ScheduleInput)
        switch kind {
        case .scheduleCreated(let created, let said), .scheduleUpdated(let created, let said):
            (id, input) = (created, said)
        default: return
        }
        func count(_ input: ScheduleInput?) -> Int { input?.recurrence.numbers(in: .earliest...instant.day).count ?? 0 }
        guard count(input) > max(Limits.occurrences, count(state.schedules[id]?.input)) else { return }
        throw Refusal(
            .scheduleMalformed, field: "schedule",
            "It would have come \(count(input)) times already; at most \(Limits.occurrences) are allowed.")
    }

    /// A claim is signed by the person who is claimed.
    private func author(of kind: Event.Kind, _ device: DeviceID) -> ParticipantID {
        if case .participantClaimed(let id, _) = kind { return id }
        return state.participant(of: device) ?? .none
    }

    private func stamp(_ kind: Event.Kind, _ instant: Instant) throws(Refusal) -> Instant {
        let wanted = min(max(instant, .earliest), .latest)
        let superseded = thread(of: kind.subject).last { kind.supersedes($0.kind) }
        guard let superseded, superseded.entryAt >= wanted else { return wanted }
        guard superseded.entryAt < .latest else {
            throw Refusal(.endOfTime, "Another device stamped this at the end of time: it cannot be changed any more.")
        }
        return superseded.entryAt.advanced(byMilliseconds: 1)
    }
}

extension Event.Kind {
    /// Whether this event, to count, has to be applied after that one of the same subject.
    func supersedes(_ other: Event.Kind) -> Bool {
        switch (self, other) {
        case (.ledgerRenamed, .ledgerRenamed): true
        case (.ledgerSettingsChanged, .ledgerSettingsChanged): true
        case (.participantClaimed(let id, _), .participantAdded(let added, _, _)): id == added
        case (.participantClaimed(_, let mine), .participantClaimed(_, let theirs)): mine == theirs
        case (.participantClaimed(_, let mine), .participantReleased(_, let theirs)): mine == theirs
        case (.participantReleased(_, let mine), .participantClaimed(_, let theirs)): mine == theirs
        case (.participantClaimed, _), (_, .participantClaimed): false
        case (.participantMerged(let id, let into), _):
            other.rosterEntry == id.bits || other.rosterEntry == into.bits
        case (.participantRetired(let id), .participantMerged(let merged, let into)): id == merged || id == into
        // Two participants may be one person.
        case (.savingGoalSet(_, let mine, _), .savingGoalSet(_, let theirs, _)): mine == theirs
        default:
            switch subject {
            case .roster: rosterEntry != nil && rosterEntry == other.rosterEntry
            case .budget: aspects == other.aspects
            default: true
            }
        }
    }

    /// The participant or label that an event of the roster is about.
    private var rosterEntry: UInt128? {
        switch self {
        case .participantAdded(let id, _, _), .participantRenamed(let id, _), .participantColoured(let id, _),
            .participantRetired(let id), .participantReinstated(let id), .participantMerged(let id, _),
            .participantUnmerged(let id):
            id.bits
        case .labelCreated(let id, _), .labelRenamed(let id, _), .labelDeleted(let id): id.bits
        default: nil
        }
    }
}
