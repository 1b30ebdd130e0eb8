package import Cryptography
package import FolderFormat
import LedgerCore
package import SharedFolders

/// A ledger's folder as a whole: made, recognised, taken away (SC-FR-LED-3). What is in it is `SyncRun`'s affair.
package struct LedgerFolder: Sendable {
    private let folder: any SharedFolder

    package init(_ folder: any SharedFolder) {
        self.folder = folder
    }

    /// Makes a folder into this ledger's: only one that is empty or not there yet. Safe to repeat after a crash: this
    /// ledger's own `ledger.json` may be there already.
    package func create(_ metadata: LedgerMetadata) async throws(LedgerFolderError) {
        if try await isVacant() {
            let isWritten = try await write(metadata)
            if isWritten { return }
        }
        if try await complete(metadata) != nil { return }
        do throws(LedgerFolderError) {
            let there = try await self.metadata()
            try Self.check(there, against: metadata)
        } catch .noLedger, .notALedger, .otherLedger, .otherKey {
            throw .occupied
        } catch {
            throw error
        }
    }

    /// Reads `ledger.json` and refuses what this program must not touch (SC-ARC-FMT-2).
    package func metadata() async throws(LedgerFolderError) -> LedgerMetadata {
        try await read().metadata
    }

    private func read() async throws(LedgerFolderError) -> (metadata: LedgerMetadata, etag: ETag) {
        let file: FolderFile
        do throws(FolderError) {
            file = try await folder.read(LedgerPaths.metadata, limit: LedgerMetadata.byteLimit)
        } catch {
            throw LedgerFolderError(reading: error)
        }
        do throws(LedgerMetadataError) {
            return (try LedgerMetadata(decoding: file.bytes), file.etag)
        } catch {
            throw LedgerFolderError(error)
        }
    }

    /// The same, for somebody who knows what it should be: one that was cut is completed first.
    func metadata(completing known: LedgerMetadata) async throws(LedgerFolderError) -> LedgerMetadata {
        do throws(LedgerFolderError) {
            return try await metadata()
        } catch .notALedger(let reason) {
            guard let whole = try await complete(known) else { throw .notALedger(reason) }
            return whole
        } catch {
            throw error
        }
    }

    /// The same, for somebody who brings a key (SC-ARC-ENC-3).
    package func metadata(accepting key: SymmetricKey) async throws(LedgerFolderError) -> LedgerMetadata {
        let metadata = try await metadata()
        guard metadata.accepts(key) else { throw .otherKey }
        return metadata
    }

    /// Nothing in `ledger.json` is proven. What is known of a ledger is therefore held against it, but for the version,
    /// which rises, and what others add.
    static func check(_ there: LedgerMetadata, against known: LedgerMetadata) throws(LedgerFolderError) {
        guard there.ledgerID == known.ledgerID else { throw .otherLedger }
        guard there.keyFingerprint == known.keyFingerprint else { throw .otherKey }
        guard there.currency == known.currency else { throw .otherCurrency(there.currency.code) }
    }

    /// Raises the version of the ledger's format (`SC-ARC-FMT-2`), and answers what `ledger.json` says then. One that is as
    /// high already stays as it is. `.folder(.changed)` when others keep changing the file.
    @discardableResult
    package func upgrade(
        _ known: LedgerMetadata, to version: Int
    ) async throws(LedgerFolderError) -> LedgerMetadata {
        for _ in 0..<SyncLimits.uploadAttempts {
            let (metadata, etag) = try await read()
            try Self.check(metadata, against: known)
            guard metadata.schemaVersion < version else { return metadata }
            let upgraded = metadata.upgraded(to: version)
            do throws(FolderError) {
                _ = try await folder.write(upgraded.encode(), to: LedgerPaths.metadata, if: .matches(etag))
                return upgraded
            } catch .changed {
                continue
            } catch {
                throw .folder(error)
            }
        }
        throw .folder(.changed)
    }

    /// Writes a `ledger.json` anew that is the beginning of this one: it was cut while it was written, perhaps when the
    /// ledger was raised (on a server that does not replace files at one stroke). `nil` when it is anything else.
    private func complete(_ metadata: LedgerMetadata) async throws(LedgerFolderError) -> LedgerMetadata? {
        do throws(FolderError) {
            let there = try await folder.read(LedgerPaths.metadata, limit: LedgerMetadata.byteLimit)
            for version in metadata.schemaVersion...max(metadata.schemaVersion, SchemaVersion.newest) {
                let metadata = metadata.upgraded(to: version)
                let whole = metadata.encode()
                guard there.bytes.count < whole.count, whole.starts(with: there.bytes) else { continue }
                _ = try await folder.write(whole, to: LedgerPaths.metadata, if: .matches(there.etag))
                return metadata
            }
            return nil
        } catch .missing, .changed, .damaged {
            return nil
        } catch {
            throw .folder(error)
        }
    }

    /// Removes the ledger from the folder for good: its segments, then `ledger.json`, then directories that are empty.
    /// What is not the ledger's stays. May be repeated when it was interrupted: `ledger.json` goes last.
    package func remove() async throws(LedgerFolderError) {
        do throws(FolderError) {
            for device in try await entries(LedgerPaths.events).compactMap({ DeviceID($0.name) }) {
                try await removeSegments(of: device)
            }
            try await tolerating { () throws(FolderError) in try await folder.delete(LedgerPaths.events, if: .none) }
            try await tolerating { () throws(FolderError) in try await folder.delete(LedgerPaths.metadata, if: .none) }
        } catch {
            throw .folder(error)
        }
    }
}

extension LedgerFolder {
    /// True after making the folder, when it was not there.
    private func isVacant() async throws(LedgerFolderError) -> Bool {
        do throws(FolderError) {
            return try await folder.list(.folder).allSatisfy { LedgerPaths.isSystemFile($0.name) }
        } catch .missing {
            return try await make(.folder)
        } catch {
            throw .folder(error)
        }
    }

    private func make(_ directory: RelativePath) async throws(LedgerFolderError) -> Bool {
        do throws(FolderError) {
            try await folder.makeDirectory(directory)
            return true
        } catch {
            throw .folder(error)
        }
    }

    /// False when there is a file already, perhaps our own whose answer got lost.
    private func write(_ metadata: LedgerMetadata) async throws(LedgerFolderError) -> Bool {
        do throws(FolderError) {
            _ = try await folder.write(metadata.encode(), to: LedgerPaths.metadata, if: .absent)
            return true
        } catch .changed {
            return false
        } catch {
            throw .folder(error)
        }
    }

    private func removeSegments(of device: DeviceID) async throws(FolderError) {
        let directory = LedgerPaths.device(device)
        for name in try await entries(directory).compactMap({ SegmentName($0.name) }) {
            let path = LedgerPaths.segment(SegmentPath(device: device, name: name))
            try await tolerating { () throws(FolderError) in try await folder.delete(path, if: .none) }
        }
        try await tolerating { () throws(FolderError) in try await folder.delete(directory, if: .none) }
    }

    private func entries(_ directory: RelativePath) async throws(FolderError) -> [FolderEntry] {
        do throws(FolderError) {
            return try await folder.list(directory)
        } catch .missing {
            return []
        } catch {
            throw error
        }
    }

    /// Gone already is as good as gone; a directory that is not empty holds what is not the ledger's.
    private func tolerating(_ work: () async throws(FolderError) -> Void) async throws(FolderError) {
        do throws(FolderError) {
            try await work()
        } catch .missing {
        } catch .changed {
        } catch {
            throw error
        }
    }
}

extension LedgerFolderError {
    fileprivate init(reading error: FolderError) {
        self =
            switch error {
            case .missing: .noLedger
            case .damaged(let reason): .notALedger(reason)
            default: .folder(error)
            }
    }

    fileprivate init(_ error: LedgerMetadataError) {
        self =
            switch error {
            case .notALedger(let reason): .notALedger(reason)
            case .tooNew(let version): .tooNew(schemaVersion: version)
            }
    }
}
