import FolderFormat
package import LedgerCore
package import LedgerSync
package import SQLiteStore
package import SharedFolders

/// A folder connection, and the folders of ledgers behind it, as somebody finds them who looks whether all is well.
package struct ConnectionExamination: Sendable {
    package enum Fault: Error, Sendable {
        /// Kept by a newer version, or damaged.
        case unreadable
        case outsideRoots
        case needsSignIn
        case folder(LedgerFolderError)
    }

    package struct Place: Sendable {
        package let ledger: LedgerID
        package let path: String
        package let fault: Fault?
    }

    package let id: ConnectionID
    package let kind: String
    /// For the operator's terminal: a directory, the address of a collection, the name of a drive's owner.
    package var name = ""
    package var fault: Fault?
    /// Whose clock ours can be compared with.
    package var service: WebAddress?
    /// When OneDrive's sign-in was renewed last.
    package var renewedAt: Instant?
    package var places: [Place] = []
}

extension FolderReach {
    /// Looks at every connection. Nothing is written unless `triesWriting`, and nobody is signed in: a refresh token that
    /// a second process renews would sign the server out, so of OneDrive only what is kept is told.
    package func examine(
        _ connections: [FolderConnectionRecord], of ledgers: [LedgerRecord], triesWriting: Bool
    ) async -> [ConnectionExamination] {
        var examinations: [ConnectionExamination] = []
        for record in connections {
            let behind = ledgers.filter { $0.folder?.connection == record.id }
            examinations.append(await examine(record, behind, triesWriting))
        }
        return examinations
    }

    private func examine(
        _ record: FolderConnectionRecord, _ ledgers: [LedgerRecord], _ triesWriting: Bool
    ) async -> ConnectionExamination {
        var found = ConnectionExamination(id: record.id, kind: record.kind)
        let folder: @Sendable (RelativePath) -> (any SharedFolder)?
        switch ConnectionSettings(record.kind, record.settings) {
        case nil:
            found.fault = .unreadable
            return found
        case .onedrive(let credential):
            found.service = oneDrive.login
            found.describe(credential)
            return found
        case .directory(let path):
            found.name = path
            folder = { roots.folder(directory: path, path: $0) }
        case .webdav(let settings, let capabilities):
            found.name = settings.address.text
            found.service = settings.address
            let account = RemoteAccount(transfer, rule: RetryRule(attempts: 1))
            let connection = WebDAVConnection(settings, account: account, capabilities: capabilities)
            folder = { connection.folder($0) }
        }
        guard let top = folder(.folder) else {
            found.fault = .outsideRoots
            return found
        }
        found.fault = await Self.fault { try await Self.reach(top, triesWriting) }
        for ledger in ledgers where found.fault == nil {
            found.places.append(await Self.examine(ledger, folder))
        }
        return found
    }

    private static func examine(
        _ ledger: LedgerRecord, _ folder: (RelativePath) -> (any SharedFolder)?
    ) async -> ConnectionExamination.Place {
        let text = ledger.folder?.path ?? ""
        guard let path = RelativePath(text), let folder = folder(path) else {
            return .init(ledger: ledger.id, path: text, fault: .unreadable)
        }
        let fault = await fault {
            let metadata = try await LedgerFolder(folder).metadata(accepting: ledger.key)
            guard metadata.ledgerID == ledger.id else { throw LedgerFolderError.otherLedger }
        }
        return .init(ledger: ledger.id, path: text, fault: fault)
    }

    /// Asks for a file that is not there: whoever may look answers that it is missing. (Listing a WebDAV folder would tidy
    /// it up.)
    private static func reach(_ folder: any SharedFolder, _ triesWriting: Bool) async throws {
        guard let directory = RelativePath(".splitclone-doctor"), let file = RelativePath(".splitclone-doctor/probe")
        else { return }
        do {
            _ = try await folder.read(file, limit: 1)
        } catch FolderError.missing {}
        guard triesWriting else { return }
        try await folder.makeDirectory(directory)
        _ = try await folder.write(Array("splitclone doctor\n".utf8), to: file, if: .none)
        try await folder.delete(file, if: .none)
        try await folder.delete(directory, if: .none)
    }

    /// A drive that hangs is given up.
    private static func fault(
        _ look: @escaping @Sendable () async throws -> Void
    ) async -> ConnectionExamination.Fault? {
        do {
            try await answerOfFolder(orElse: FolderError.unreachable("it takes too long"), look)
            return nil
        } catch let error as FolderError {
            return .folder(.folder(error))
        } catch let error as LedgerFolderError {
            return .folder(error)
        } catch {
            return .unreadable
        }
    }
}

extension ConnectionExamination {
    fileprivate mutating func describe(_ credential: OneDriveCredential?) {
        name = credential?.name ?? "OneDrive"
        guard let credential else { return fault = .needsSignIn }
        renewedAt = Instant(milliseconds: credential.refreshedAt)
        if let reason = credential.lost { fault = .folder(.folder(.signInNeeded(reason))) }
    }
}
