import Bookkeeping
import LedgerCore

/// How an address names an expense: by its id, or as `<schedule>.<k>` what comes of a schedule.
struct ExpenseAddress: Sendable, CustomStringConvertible {
    let id: ExpenseID
    let occurrence: OccurrenceID?

    init(id: ExpenseID) {
        self.id = id
        occurrence = nil
    }

    init(_ occurrence: OccurrenceID) {
        id = occurrence.expense
        self.occurrence = occurrence
    }

    /// As a person or another program may have written it.
    init?(typed text: String) {
        if let id = ExpenseID(typed: text) {
            self.init(id: id)
        } else if let occurrence = OccurrenceID(text.lowercased()) {
            self.init(occurrence)
        } else {
            return nil
        }
    }

    var description: String { occurrence?.description ?? id.description }
}

extension Call {
    /// The expense in the path. What is no address of one can not be there.
    func expense() throws(Problem) -> ExpenseAddress {
        guard let address = parameters["expense"].flatMap(ExpenseAddress.init(typed:)) else { throw .notFound }
        return address
    }

    /// An occurrence, or the id that a client chose for something new.
    func chosenExpense() throws(Problem) -> ExpenseAddress {
        if let address = parameters["expense"].flatMap(ExpenseAddress.init(typed:)), address.occurrence != nil {
            return address
        }
        return ExpenseAddress(id: try chosenID("expense"))
    }
}

extension LedgerView {
    /// Which occurrence is meant, if it is one, also by the id under which lists know it.
    func occurrence(at address: ExpenseAddress) -> OccurrenceID? {
        address.occurrence
            ?? (ledger.state.expenses[address.id] == nil ? ledger.state.occurrence(under: address.id) : nil)
    }
}
