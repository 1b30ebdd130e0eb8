import LedgerCore
import SQLiteStore
import Synchronization

@testable import Bookkeeping
@testable import LedgerSync

/// What must be so after a story, whatever happened in it.
extension Story {
    func findFaults() async throws -> [String] {
        let events = folder.events()
        var faults = folder.state.withLock { $0.violations }
        let ids = Set(events.map(\.id))
        if ids.count != events.count {
            let twice = Dictionary(grouping: events, by: \.id).filter { $1.count > 1 }.keys.sorted()
            let files = folder.files().filter { $0.events.contains { twice.contains($0.id) } }.map(\.path)
            faults.append("in the folder more than once: \(twice) in \(files)")
        }
        let lost = accepted.subtracting(ids).subtracting(mayBeLost)
        if !lost.isEmpty { faults.append("not in the folder: \(lost.sorted())") }
        let whole = Ledger(events.sorted { $0.order < $1.order })
        for home in homes { faults += try await faultsOf(home, whole).map { "home \(home.number): \($0)" } }
        return faults
    }

    private func faultsOf(_ home: SimulatedHome, _ whole: Ledger) async throws -> [String] {
        var faults: [String] = []
        let outcome = await home.sync()
        if let failure = outcome.failure { faults.append("sync fails: \(failure)") }
        faults += outcome.problems.map { "reports \($0)" }
        let devices = home.devices
        let (held, authors, claims) = await home.ledger.read { view in
            (view.ledger, view.authors, devices.map { view.participant(of: $0) })
        }
        if Set(held.events.map(\.id)) != Set(whole.events.map(\.id)) { faults.append("does not hold what is there") }
        if held.state != whole.state { faults.append("has another state") }
        if !authors.owing(in: held.state).isEmpty { faults.append("a successor has not claimed anybody") }
        let pending = try await home.store.pendingEvents(of: LedgerID(uuid: 7))
        if pending > 0 { faults.append("\(pending) events are pending") }
        let allowed = Set(try await home.authors().map(\.description))
        let written = folder.state.withLock { $0.writers[home.number] ?? [] }
        if !written.isSubset(of: allowed.union(formerAuthors[home.number] ?? [])) {
            faults.append("wrote to \(written.subtracting(allowed))")
        }
        try await home.restart()
        let again = await home.ledger.read { view in
            (view.ledger, devices.map { view.participant(of: $0) })
        }
        if again.0.events != held.events || again.0.state != held.state { faults.append("is another after a restart") }
        if again.1 != claims { faults.append("its devices are other people after a restart") }
        return faults
    }
}
