/// One event as people read it: who did what, when, on which device, field by field, and whether it can be taken back.
/// Nothing of it is kept: it is derived from the log (`SC-ARC-LOG-6`).
package struct Activity: Sendable {
    package let event: Event
    /// Whom the author turned out to be; nil when the device had not claimed anyone yet.
    package let author: ParticipantID?
    package let subject: Subject
    /// In words, without who and when.
    package let summary: String
    package let changes: [Change]
    /// The event that took it back.
    package let undoneBy: EventID?
    /// Why it can not be taken back; nil when it can.
    package let cannotUndo: String?

    package struct Subject: Hashable, Sendable {
        package let kind: Kind
        /// Nil for the ledger itself.
        package let id: UInt128?
        package let title: String

        package enum Kind: String, Hashable, Sendable, CaseIterable {
            case ledger, participant, label, expense, settlement, category, schedule, income, transfer
        }
    }

    /// A field as the API names it, with its value.
    struct Field: Hashable {
        let name: String
        let value: Value?

        init(_ name: String, _ value: Value?) {
            self.name = name
            self.value = value
        }
    }

    package struct Change: Hashable, Sendable {
        package let field: String
        /// Nil: there was nothing.
        package let before: Value?
        package let after: Value?

        package init(field: String, before: Value?, after: Value?) {
            self.field = field
            self.before = before
            self.after = after
        }
    }

    package enum Value: Hashable, Sendable {
        case text(String)
        case truth(Bool)
        case money(Money)
        case day(CalendarDay)
        case person(ParticipantID)
        case people([ParticipantID])
        case labels([LabelID])
        case expense(ExpenseID)
        case parts([Part])
        case split(Split)
        /// Shared by the burden ratio.
        case byRatio
        case category(CategoryID)
        case spread(Spread)
        case estimate(Money, CalendarDay)
        case recurrence(Recurrence)
    }
}

extension Activity {
    init(_ effect: Effect, in ledger: Ledger, _ rule: inout UndoRule) {
        let state = ledger.state
        let words = ActivityWords(effect: effect, state: state, currency: rule.undoer.currency)
        event = effect.event
        author = effect.event.authorParticipant.isNone ? nil : state.resolved(effect.event.authorParticipant)
        subject = words.subject
        summary = words.summary
        changes = effect.changes(seenIn: state)
        undoneBy = effect.undoneBy
        do throws(Refusal) {
            _ = try rule.undoing(effect)
            cannotUndo = nil
        } catch {
            cannotUndo = error.reasons.first?.message ?? ""
        }
    }
}

extension Effect {
    /// Only what differs, in the order of the API's fields.
    func changes(seenIn state: LedgerState) -> [Activity.Change] {
        event.kind.aspects.flatMap { aspect in
            let before = before.fields(of: aspect, resolvedBy: state)
            let after = after.fields(of: aspect, resolvedBy: state)
            return (after.count < before.count ? before : after).map(\.name).compactMap { name in
                let (old, new) = (before.value(of: name), after.value(of: name))
                return old == new ? nil : Activity.Change(field: name, before: old, after: new)
            }
        }
    }
}

extension [Activity.Field] {
    fileprivate func value(of name: String) -> Activity.Value? { first { $0.name == name }?.value }
}
