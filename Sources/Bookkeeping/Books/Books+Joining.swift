package import Accounts
import Cryptography
import FolderFormat
import LedgerCore
import LedgerSync
import SQLiteStore
import SharedFolders
import Synchronization

/// How a ledger is joined: what holds its key, and where the ledger is.
package struct JoinRequest: Sendable {
    package enum Key: Sendable {
        /// The join code and nothing else.
        case code(String)
        /// Any text that contains one, pasted as it is.
        case invitation(String)
    }

    package let key: Key
    package let connection: ConnectionID?
    /// `nil`: the invitation's link, or else the connection's own folder.
    package let target: FolderChoice.Target?

    package init(_ key: Key, connection: ConnectionID?, _ target: FolderChoice.Target?) {
        self.key = key
        self.connection = connection
        self.target = target
    }

    package init(_ key: Key, folder: FolderChoice?) {
        self.init(key, connection: folder?.connection, folder?.target)
    }

    /// The link that was given, or is in the invitation.
    fileprivate func shareLink() throws(SharingRefusal) -> String? {
        switch (target, key) {
        case (.shareLink(let link), _): link
        case (nil, .invitation(let text)): try InvitationText.shareLink(in: text)
        default: nil
        }
    }
}

extension Books {
    /// Joins a ledger of another home (`SC-FR-LED-2`), or lets the account into one that this server already holds: who
    /// has the join code has the ledger. The key is kept only after it has met the folder's fingerprint (`SC-ARC-ENC-3`).
    ///
    /// - Returns: `isNew`: this server did not hold it before.
    package func join(_ request: JoinRequest, by caller: Caller) async throws -> (ledger: OpenLedger, isNew: Bool) {
        let key = try symmetricKey(request.key)
        if let known = shelf.withLock({ $0.values.first { $0.record.key == key } }) {
            try await refuseOtherLedger(than: key, request, caller.account.id)
            return (try await admit(caller.account, to: known.record.id), false)
        }
        let shared = try await chosenFolder(try await choice(request, caller.account.id), of: caller.account.id)
        let metadata = try await metadata(in: shared.folder, openedWith: key)
        let record = LedgerRecord(
            id: metadata.ledgerID, metadata: metadata.encode(), key: key, folder: shared.place,
            recoveryAcknowledged: true, addedAt: world.now())
        do throws(StoreError) {
            try await store.addLedger(record, members: [caller.account.id])
        } catch .taken {
            if let damaged = damaged.withLock({ $0[record.id] }) { throw Unavailable.damaged(detail: damaged.detail) }
            // Somebody else joined it at the same time, or a folder claims the id of a ledger that it is not.
            guard try shelved(record.id).record.key == key else { throw SharingRefusal.wrongJoinCode }
            return (try await admit(caller.account, to: record.id), false)
        } catch {
            throw Unavailable(error)
        }
        putOnShelf(record, metadata)
        let ledger = try await open(record.id)
        _ = await sync.syncNow(record.id)
        return (ledger, true)
    }

    /// A ledger that this server holds needs no folder; one that was named all the same must not be another ledger's.
    private func refuseOtherLedger(
        than key: SymmetricKey, _ request: JoinRequest, _ account: AccountID
    ) async throws(SharingRefusal) {
        guard request.connection != nil else { return }
        do {
            let shared = try await chosenFolder(try await choice(request, account), of: account)
            _ = try await metadata(in: shared.folder, openedWith: key)
        } catch SharingRefusal.wrongJoinCode {
            throw .wrongJoinCode
        } catch {
            // Whatever else is wrong with that folder does not matter: the ledger is here.
        }
    }

    private func choice(_ request: JoinRequest, _ account: AccountID) async throws -> FolderChoice {
        let link = try request.shareLink()
        guard let connection = request.connection else {
            throw link == nil ? SharingRefusal.noFolderNamed : .noConnectionNamed
        }
        if let target = request.target { return FolderChoice(connection: connection, target) }
        guard try await connections(of: account).first(where: { $0.id == connection })?.kind == .onedrive else {
            return FolderChoice(connection: connection, path: ".")
        }
        guard let link else { throw SharingRefusal.noPlaceNamed }
        return FolderChoice(connection: connection, .shareLink(link))
    }

    private func symmetricKey(_ key: JoinRequest.Key) throws(SharingRefusal) -> SymmetricKey {
        do throws(JoinCodeError) {
            switch key {
            case .code(let text): return try JoinCode.decode(text)
            case .invitation(let text): return try JoinCode.find(in: text)
            }
        } catch {
            switch error {
            case .malformed: throw .malformedJoinCode(isMistyped: false)
            case .mistyped: throw .malformedJoinCode(isMistyped: true)
            case .several: throw .severalJoinCodes
            }
        }
    }

    private func admit(_ account: Account, to ledger: LedgerID) async throws -> OpenLedger {
        try await kept {
            try await store.addMembership(Membership(account: account.id, ledger: ledger), at: world.now())
        }
        let ledger = try await open(ledger)
        feed.announce(ledger.id, revision: ledger.revision, to: [account.id])
        return ledger
    }

    /// Reads `ledger.json` and lets the key meet its fingerprint.
    private func metadata(in folder: any SharedFolder, openedWith key: SymmetricKey) async throws -> LedgerMetadata {
        do {
            return try await answerOfFolder { try await LedgerFolder(folder).metadata(accepting: key) }
        } catch let error as LedgerFolderError {
            throw SharingRefusal(error)
        }
    }
}
