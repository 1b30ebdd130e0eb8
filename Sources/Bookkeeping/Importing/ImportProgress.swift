import LedgerCore
import Synchronization

/// Which ledgers were made for the books of a plan. A commit whose answer was lost is asked for again: what was to be a new
/// ledger is there by then.
package final class ImportProgress: Sendable {
    struct Made: Sendable {
        let ledger: LedgerID
        /// Who is who there.
        let people: [Int: ImportTarget.Identity]
    }

    /// Two commits of one plan at once would each make the same ledger.
    let line = OneAtATime()
    private let made = Mutex<[Int: Made]>([:])

    package init() {}

    func note(_ ledger: Made, for book: Int) { made.withLock { $0[book] = ledger } }

    func made(for book: Int) -> Made? { made.withLock { $0[book] } }
}
