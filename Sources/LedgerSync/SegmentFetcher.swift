import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// Fetches one file, opens it and reads its events: the part of a pull that several files can go through at once.
struct SegmentFetcher: Sendable {
    let ledger: SyncedLedger
    let store: Store

    /// What became of a file.
    enum Outcome {
        case read(SegmentReading, etag: ETag, heldLength: Int)
        /// It went away again.
        case gone
        case damaged(String)
        case denied(String)
        case failed(SyncFailure)
    }

    func fetch(_ fetch: SyncPlan.Fetch) async -> Outcome {
        let path = fetch.segment.path
        let file: FolderFile
        do throws(FolderError) {
            file = try await ledger.folder.read(LedgerPaths.segment(path), limit: SyncLimits.segmentBytes)
        } catch .missing {
            return .gone
        } catch .damaged(let reason) {
            return .damaged(reason)
        } catch .denied(let reason) {
            return .denied(reason)
        } catch {
            return .failed(.folder(error))
        }
        do throws(StoreError) {
            let id = fetch.segment.id
            let held = fetch.heldLength > 0 ? try await store.plaintext(of: id, in: ledger.id) : []
            let reading = SegmentReading(file.bytes, key: ledger.key, file: path.description, held: held)
            return .read(reading, etag: file.etag, heldLength: held.count)
        } catch {
            return .failed(.store(error))
        }
    }
}
