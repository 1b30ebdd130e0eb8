import FolderFormat
package import LedgerCore
import SQLiteStore

/// A segment of a ledger's log in the clear, under the name that it has in a shared folder.
package struct LogFile: Sendable {
    package let path: String
    package let bytes: [UInt8]
}

extension Books {
    /// Every line that is kept of a ledger, file by file, as it came.
    package func plainLog(of ledger: LedgerID) async throws -> [LogFile] {
        var files: [SegmentID: [UInt8]] = [:]
        try await kept {
            try await store.forEachPiece(of: ledger) { piece in files[piece.segment, default: []] += piece.bytes }
        }
        return files.map { segment, bytes in
            let path = SegmentPath(device: segment.device, name: SegmentName(opened: segment.instant, suffix: .jsonl))
            return LogFile(path: path.description, bytes: bytes)
        }.sorted { $0.path < $1.path }
    }
}
