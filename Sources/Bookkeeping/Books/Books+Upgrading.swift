import FolderFormat
import LedgerCore
import LedgerSync
import Logging
import SQLiteStore
import SharedFolders
import Synchronization

extension Books {
    /// Raises the version of a ledger's format (`SC-ARC-FMT-2`): an explicit act, for apps that do not know the version can
    /// not read the ledger from then on. The folder comes first: if it does not take it, nothing has changed. Events are
    /// written in the new version from the next one on; those that are there stay as they are.
    ///
    /// `SharingRefusal` when the version is none that this program writes, or the folder can not be written now.
    package func upgrade(_ ledger: OpenLedger, to version: Int) async throws {
        let shelved = try shelved(ledger.id)
        guard (SchemaVersion.oldest...SchemaVersion.newest).contains(version) else {
            throw SharingRefusal.ledgerTooNew(schemaVersion: version)
        }
        guard version > shelved.metadata.schemaVersion else { return }
        var metadata = shelved.metadata.upgraded(to: version)
        if let place = shelved.record.folder {
            let folder = try await folder(at: place)
            do {
                metadata = try await answerOfFolder {
                    try await LedgerFolder(folder).upgrade(shelved.metadata, to: version)
                }
            } catch let error as LedgerFolderError {
                throw SharingRefusal(error)
            }
        }
        await ledger.adopt(metadata)
        // Sync may have found it in the folder first, and still be telling.
        if try facts(of: ledger.id).schemaVersion < version { await keep(metadata) }
    }

    /// The folder says that the ledger is in a newer version: so it is here, and whoever looks at it learns that. All else
    /// that the folder says stays there: whoever can write it needs no key for that.
    func keep(_ newer: LedgerMetadata) async {
        let id = newer.ledgerID
        let kept = shelf.withLock { shelf -> (metadata: LedgerMetadata, open: OpenLedger?)? in
            guard let shelved = shelf[id] else { return nil }
            let metadata = shelved.metadata.upgraded(to: max(newer.schemaVersion, shelved.metadata.schemaVersion))
            shelf[id]?.metadata = metadata
            shelf[id]?.record.metadata = metadata.encode()
            return (metadata, shelved.open)
        }
        guard let (metadata, ledger) = kept else { return }
        if let ledger { bell(of: id)(ledger.revision) }
        do {
            // Should this fail, sync finds it again in the folder after the next start.
            try await update(id) { $0.metadata = metadata.encode() }
        } catch {
            log.error("a ledger's new version was not kept", metadata: ["ledger": "\(id)", "error": "\(error)"])
        }
    }
}
