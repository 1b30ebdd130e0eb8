/// What a person wants to be recorded. `Ledger.accept` turns it into an event, or says why not.
///
/// Adding or recording under an id that exists replaces what is there, so that repeating a request is harmless.
package enum Proposal: Hashable, Sendable {
    case renameLedger(name: String)
    case changeSettings(LedgerSettings)
    case addParticipant(ParticipantID, name: String, colour: Colour? = nil)
    case renameParticipant(ParticipantID, name: String)
    /// The proposing device says whose it is (`SC-FR-PRT-2`).
    case claim(ParticipantID)
    /// The proposing device is nobody's any more.
    case release
    case colourParticipant(ParticipantID, Colour)
    case retireParticipant(ParticipantID)
    case reinstateParticipant(ParticipantID)
    case mergeParticipant(ParticipantID, into: ParticipantID)
    /// Takes a merge back: names the one that was merged away.
    case unmergeParticipant(ParticipantID)
    case createLabel(LabelID, name: String)
    case renameLabel(LabelID, name: String)
    case deleteLabel(LabelID)
    /// `revives`: also when it was deleted. A request that is merely repeated must not bring it back. Shares and debts are
    /// worked out, unless the input has them already (an earlier version that comes back); then they have to add up.
    case recordExpense(ExpenseID, ExpenseInput, revives: Bool = false)
    /// The version that an event recorded comes back, bit by bit as it was: what the log says once it may say again.
    case restoreExpense(ExpenseID, EventID)
    case deleteExpense(ExpenseID)
    case addComment(CommentID, ExpenseID, text: String)
    case deleteComment(CommentID, ExpenseID)
    case recordSettlement(SettlementID, SettlementInput, revives: Bool = false)
    case restoreSettlement(SettlementID, EventID)
    case deleteSettlement(SettlementID)
    case createCategory(CategoryID, CategoryInput)
    /// Whose it is can not change.
    case changeCategory(CategoryID, CategoryInput)
    case deleteCategory(CategoryID)
    /// Nil: no limit from then on.
    case setBudget(CategoryID, from: CalendarMonth, Money?)
    /// Nil: no ratio from then on.
    case setBurdenRatio(from: CalendarDay, [Split.Weight]?)
    case setSavingGoal(ParticipantID, from: CalendarMonth, Money)
    /// From then on holds again what held before.
    case forgetPlan(PlanEntry)
    case recordSchedule(ScheduleID, ScheduleInput, revives: Bool = false)
    case restoreSchedule(ScheduleID, EventID)
    case deleteSchedule(ScheduleID)
    case changeOccurrence(OccurrenceID, ExpenseInput)
    /// What an event said of the occurrence, bit by bit as it was.
    case restoreChange(of: OccurrenceID, EventID)
    case skipOccurrence(OccurrenceID)
    /// As its schedule says.
    case restoreOccurrence(OccurrenceID)
    case recordIncome(IncomeID, IncomeInput, revives: Bool = false)
    case restoreIncome(IncomeID, EventID)
    case deleteIncome(IncomeID)
    case recordTransfer(TransferID, TransferInput, revives: Bool = false)
    case deleteTransfer(TransferID)
    /// Does the same, and says that it takes back an event, where the ledger's version can say so.
    indirect case undoing(EventID, Proposal)
}
