package import Accounts
package import LedgerCore
import Logging

/// Imports that were carried out, as the ledgers' own logs tell them.
extension Books {
    /// In every ledger of the caller, newest first. A ledger that does not open has none to show.
    package func imports(of caller: Caller) async throws -> [(ledger: LedgerID, record: ImportRecord)] {
        var found: [(ledger: LedgerID, record: ImportRecord)] = []
        for ledger in try await openLedgers(of: caller) {
            found += await ledger.read { $0.imports }.map { (ledger.id, $0) }
        }
        return found.sorted { ($0.record.at, $0.record.id.bits) > ($1.record.at, $1.record.id.bits) }
    }

    /// Takes an import back in every ledger that it went into; nil when it is in none of the caller's. What is taken back
    /// already is not taken back twice.
    package func takeBack(
        _ id: ImportID, by caller: Caller, at instant: Instant
    ) async throws -> [(ledger: LedgerID, undoing: ImportUndoing)]? {
        var done: [(ledger: LedgerID, undoing: ImportUndoing)] = []
        for ledger in try await openLedgers(of: caller) {
            guard let undoing = await ledger.read({ $0.undoing(id) }) else { continue }
            // The events of taking back have the form of an import's too: what they delete may be imported again.
            try await ledger.record(by: caller.device.id, at: instant, importing: ImportID(world)) {
                $0.undoing(id)?.proposals ?? []
            } answer: { _, _ in
            }
            done.append((ledger.id, undoing))
        }
        return done.isEmpty ? nil : done
    }

    private func openLedgers(of caller: Caller) async throws -> [OpenLedger] {
        var ledgers: [OpenLedger] = []
        for facts in try self.ledgers(of: caller.account.id) {
            do {
                ledgers.append(try await ledger(facts.id, for: caller.account.id))
            } catch is Unavailable {
                log.error("a ledger does not open", metadata: ["ledger": "\(facts.id)"])
            }
        }
        return ledgers
    }
}
