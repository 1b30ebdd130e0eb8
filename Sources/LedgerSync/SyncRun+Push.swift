import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// Why a device's log goes no further in this run.
private enum UploadEnd: Error {
    /// The folder's copy is not a beginning of ours: nothing is written over it.
    case spent
    case failed(SyncFailure)
}

/// A beginning of a segment that is known to be in the folder, in a file with this tag.
private struct Confirmed {
    let length: Int
    let etag: ETag
}

extension SyncRun {
    /// Puts what our devices wrote into the folder. A log that is not ours alone any more stops at that; the others go on.
    /// Answers the devices of such logs.
    mutating func push(_ pushes: [SyncPlan.Push]) async throws(SyncFailure) -> Set<DeviceID> {
        var spent: Set<DeviceID> = []
        for push in pushes {
            do throws(UploadEnd) {
                for upload in push.segments where !Task.isCancelled { try await carryOut(upload) }
            } catch {
                switch error {
                case .spent: spent.insert(push.device)
                case .failed(let failure): throw failure
                }
            }
        }
        return spent
    }

    /// Uploads until the folder is known to hold the whole segment. A file that is not as expected is looked at before
    /// anything is written over it: it may be our own, whose answer was lost, and then only the note is missing.
    private mutating func carryOut(_ upload: SyncPlan.Upload) async throws(UploadEnd) {
        var there = upload.there
        for _ in 0..<SyncLimits.uploadAttempts {
            let held = try await heldBytes(upload)
            if there == .unknown {
                let found = try await look(upload, held)
                if let found { try await note(upload, found) }
                if found?.length == held.count { return count(upload, held) }
                if found == nil { try await makeSure() }
                there = found.map { .ours($0.etag) } ?? .nothing
            }
            guard let etag = try await write(held, upload.path, over: there) else {
                there = .unknown
                continue
            }
            try await note(upload, Confirmed(length: held.count, etag: etag))
            return count(upload, held)
        }
        throw .failed(.folder(.changed))
    }

    /// A file or a directory of ours is not there: the drive may be gone, and nothing must be written in its place.
    private mutating func makeSure() async throws(UploadEnd) {
        do throws(SyncFailure) {
            try await checkMetadata()
        } catch {
            throw .failed(error)
        }
    }

    /// `nil` when what is there is not what was expected.
    private mutating func write(
        _ held: [UInt8], _ path: SegmentPath, over there: SyncPlan.There
    ) async throws(UploadEnd) -> ETag? {
        let precondition: Precondition = if case .ours(let etag) = there { .matches(etag) } else { .absent }
        let sealed = Segment.seal(held, key: ledger.key)
        var isRepeated = false
        while true {
            do throws(FolderError) {
                return try await folder.write(sealed, to: LedgerPaths.segment(path), if: precondition)
            } catch .changed {
                return nil
            } catch .missing where !isRepeated {
                isRepeated = true
                try await makeSure()
                try await make(LedgerPaths.device(path.device))
            } catch {
                throw .failed(.folder(error))
            }
        }
    }

    private func make(_ directory: RelativePath) async throws(UploadEnd) {
        do throws(FolderError) {
            try await folder.makeDirectory(directory)
        } catch {
            throw .failed(.folder(error))
        }
    }

    /// How much of `held` is in the folder, `nil` for no file; anything else there is no beginning of it.
    private func look(_ upload: SyncPlan.Upload, _ held: [UInt8]) async throws(UploadEnd) -> Confirmed? {
        let file: FolderFile
        do throws(FolderError) {
            file = try await folder.read(LedgerPaths.segment(upload.path), limit: SyncLimits.segmentBytes)
        } catch .missing {
            return nil
        } catch .damaged {
            throw .spent
        } catch {
            throw .failed(.folder(error))
        }
        guard let plain = try? Segment.open(file.bytes, key: ledger.key, file: upload.path.description) else {
            guard Segment.isCutShort(file.bytes, of: held, key: ledger.key) else { throw .spent }
            return Confirmed(length: 0, etag: file.etag)
        }
        guard held.starts(with: plain) else { throw .spent }
        return Confirmed(length: plain.count, etag: file.etag)
    }

    private func note(_ upload: SyncPlan.Upload, _ confirmed: Confirmed) async throws(UploadEnd) {
        let file = SegmentFile(suffix: upload.path.name.suffix.rawValue, etag: confirmed.etag.text)
        do throws(StoreError) {
            try await store.markPushed(upload.record.id, of: ledger.id, length: confirmed.length, file: file)
        } catch {
            throw .failed(.store(error))
        }
    }

    private mutating func count(_ upload: SyncPlan.Upload, _ held: [UInt8]) {
        pushed.segments += 1
        pushed.events += held.dropFirst(upload.record.pushedLength).count { $0 == UInt8(ascii: "\n") }
    }

    private func heldBytes(_ upload: SyncPlan.Upload) async throws(UploadEnd) -> [UInt8] {
        do throws(SyncFailure) {
            return try await heldBytes(of: upload.record.id)
        } catch {
            throw .failed(error)
        }
    }
}
