import Cryptography
import FolderFormat
package import LedgerCore
package import SQLiteStore

/// Makes the backup that people take away (`SC-FR-BAK-1`): from a store, beside a running server or without one.
package struct BackupMaking: Sendable {
    private let store: Store

    package init(_ store: Store) { self.store = store }

    /// What is in a backup, and what is not.
    package struct Report: Hashable, Sendable {
        package fileprivate(set) var ledgers: [LedgerID] = []
        package fileprivate(set) var events = 0
        /// Those that can not be opened (`SC-FR-BAK-1`).
        package fileprivate(set) var missing: [LedgerID] = []
        /// Of some of those that are in it a part can not be read.
        package fileprivate(set) var incomplete: [LedgerID] = []
    }

    /// - Parameters:
    ///   - ids: which ledgers; `nil`: all.
    ///   - put: is given the file, part after part.
    package func write(
        _ ids: [LedgerID]?, exportedAt: Instant, device: DeviceID, appVersion: String,
        put: ([UInt8]) throws -> Void
    ) async throws -> Report {
        var report = Report()
        let isWanted = { (id: LedgerID) in ids?.contains(id) ?? true }
        let opened = try await kept { try await store.ledgers() }.filter { isWanted($0.id) }.map(Opened.init)
        let damaged = try await kept { try await store.damagedLedgers() }.map(\.id).filter(isWanted)
        report.missing = damaged + opened.filter { $0.metadata == nil }.map(\.record.id)
        let versions = opened.compactMap { $0.metadata?.schemaVersion }
        var writer = BackupWriter(
            .init(
                exportedAt: exportedAt, device: device, appVersion: appVersion,
                eventSchemaVersion: versions.max() ?? SchemaVersion.oldest))
        for ledger in opened {
            guard let metadata = ledger.metadata else { continue }
            writer.begin(
                metadata, key: ledger.record.key, recoveryAcknowledged: ledger.record.recoveryAcknowledged)
            let isCut = try await !append(ledger.record.id, to: &writer, put)
            report.events += writer.endLedger(isCut: isCut)
            report.ledgers.append(ledger.record.id)
            if isCut { report.incomplete.append(ledger.record.id) }
        }
        writer.finish(without: report.missing)
        try put(writer.takeBytes())
        return report
    }

    private struct Opened {
        let record: LedgerRecord
        /// `nil`: it can not be read, or is newer than this program.
        let metadata: LedgerMetadata?

        init(_ record: LedgerRecord) {
            self.record = record
            metadata = try? LedgerMetadata(decoding: record.metadata)
        }
    }

    /// False when a part of the ledger can not be read: what comes before it is in the file.
    private func append(
        _ id: LedgerID, to writer: inout BackupWriter, _ put: ([UInt8]) throws -> Void
    ) async throws -> Bool {
        do {
            try await store.forEachPiece(of: id) { piece in
                writer.append(piece.bytes)
                let bytes = writer.takeBytes()
                try put(bytes)
            }
            return true
        } catch StoreError.damaged {
            return false
        } catch let error as StoreError {
            throw Unavailable(error)
        }
    }
}
