package import Accounts
package import LedgerCore
import SQLiteStore
import Synchronization

/// When each device was used last, for the person who looks for one that should not be there.
extension Doorkeeper {
    /// Keeps what was noted, until the task is cancelled: every few minutes, all devices in one write.
    package func goOnKeepingUses(every pause: Duration = .seconds(300)) async {
        while !Task.isCancelled {
            try? await Task.sleep(for: pause)
            // What could not be kept is tried again the next time.
            try? await keepUses()
        }
    }

    package func keepUses() async throws {
        let uses = deviceUses.withLock { $0.take() }
        guard !uses.isEmpty else { return }
        do {
            try await kept { try await store.keepUses(uses) }
        } catch {
            deviceUses.withLock { $0.giveBack(uses) }
            throw error
        }
    }

    /// The devices of an account with their last use.
    package func lastUses(of account: AccountID) async throws -> [DeviceID: Instant] {
        // On a disk that takes no writes the last hour is not told.
        try? await keepUses()
        return try await kept { try await store.uses(of: account) }
    }
}
