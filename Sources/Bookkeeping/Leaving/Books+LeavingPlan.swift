package import Accounts
import LedgerCore
import SQLiteStore
import Synchronization

extension Books {
    /// What would happen, without doing any of it. The last owner can not go.
    package func leavingPlan(_ extent: LeavingPlan.Extent, of account: Account) async throws -> LeavingPlan {
        if extent == .account {
            let accounts = try await kept { try await store.accounts() }
            _ = try Ownership.removable(account.id, among: accounts)
        }
        let devices = try await kept { try await store.devices(of: account.id) }
        let connections = try await connections(of: account.id).map(\.id)
        var effects: [LeavingPlan.LedgerEffect] = []
        for facts in try ledgers(of: account.id) {
            effects.append(try await effect(on: facts, of: account.id, losing: extent == .account ? connections : []))
        }
        let isWhole = extent == .account
        let staying = Set(effects.filter { $0.kind == .leave }.map(\.ledger))
        return LeavingPlan(
            extent: extent, ledgers: effects,
            devices: isWhole ? devices.count { $0.kind == .browser } : 0,
            tokens: isWhole ? devices.count { $0.kind == .token } : 0,
            folderConnections: isWhole ? connections.count : unused(connections, but: staying),
            friends: try await friendCount(of: account.id))
    }

    private func effect(
        on facts: LedgerFacts, of account: AccountID, losing connections: [ConnectionID]
    ) async throws -> LeavingPlan.LedgerEffect {
        let ledger: OpenLedger
        do {
            ledger = try await open(facts.id)
        } catch Unavailable.damaged(detail: _) {
            return LeavingPlan.LedgerEffect(
                ledger: facts.id, name: "", kind: .leave, participants: [], isReleased: false, pendingEvents: 0,
                losesFolder: false)
        }
        let identity = try await identity(of: account, in: ledger)
        let isAlone = try await isAlone(account, in: facts.id)
        let pending = try await kept { try await store.pendingEvents(of: facts.id) }
        let (name, people) = await ledger.read { view in
            (view.state.name, view.state.participantsInOrder.filter { identity.participants.contains($0.id) })
        }
        return LeavingPlan.LedgerEffect(
            ledger: facts.id, name: name, kind: isAlone ? .remove : .leave, participants: people,
            isReleased: facts.schemaVersion >= 2, pendingEvents: facts.folder == nil ? 0 : pending,
            losesFolder: !isAlone && facts.folder.map { connections.contains($0.connection) } ?? false)
    }

    /// How many of them no ledger needs that stays on this server.
    private func unused(_ connections: [ConnectionID], but staying: Set<LedgerID>) -> Int {
        let used = shelf.withLock { shelf in
            Set(shelf.values.filter { staying.contains($0.record.id) }.compactMap { $0.record.folder?.connection })
        }
        return connections.count { !used.contains($0) }
    }

    private func friendCount(of account: AccountID) async throws -> Int {
        try await kept { try await store.friends(of: account) }.entries.count
    }
}
