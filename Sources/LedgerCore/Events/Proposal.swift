/// What a person wants to be recorded. `Ledger.accept` turns it into an event, or says why not.
///
/// Adding or recording under an id that exists replaces what is there, so that repeating a request is harmless.
package enum Proposal: Hashable, Sendable {
    case renameLedger(name: String)
    case addParticipant(ParticipantID, name: String)
    case renameParticipant(ParticipantID, name: String)
    /// The proposing device says whose it is (`SC-FR-PRT-2`).
    case claim(ParticipantID)
    case createLabel(LabelID, name: String)
    case renameLabel(LabelID, name: String)
    case deleteLabel(LabelID)
    /// `revives`: also when it was deleted. A request that is merely repeated must not bring it back.
    case recordExpense(ExpenseID, ExpenseInput, revives: Bool = false)
    case deleteExpense(ExpenseID)
    case recordSettlement(SettlementID, SettlementInput, revives: Bool = false)
    case deleteSettlement(SettlementID)
}
