import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// Why a device's log goes no further in this run.
private enum UploadEnd: Error {
    /// The folder's copy is not a beginning of ours: nothing is written over it.
    case diverged(FormatProblem)
    case failed(SyncFailure)
}

/// A beginning of a segment that is known to be in the folder, in a file with this tag.
private struct Confirmed {
    let length: Int
    let etag: ETag
}

extension SyncRun {
    /// Puts what our devices wrote into the folder. A log that is not ours alone any more stops at that, and is reported;
    /// the others go on.
    mutating func push(_ pushes: [SyncPlan.Push]) async throws(SyncFailure) {
        for push in pushes {
            do throws(UploadEnd) {
                for upload in push.segments where !Task.isCancelled { try await carryOut(upload) }
            } catch {
                switch error {
                case .diverged(let problem): findings.addDiverged(problem)
                case .failed(let failure): throw failure
                }
            }
        }
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

    /// `nil` when what is there is not what was expected.
    private func write(
        _ held: [UInt8], _ path: SegmentPath, over there: SyncPlan.There
    ) async throws(UploadEnd) -> ETag? {
        let precondition: Precondition = if case .ours(let etag) = there { .matches(etag) } else { .absent }
        let sealed = Segment.seal(held, key: ledger.key)
        do throws(FolderError) {
            do throws(FolderError) {
                return try await folder.write(sealed, to: LedgerPaths.segment(path), if: precondition)
            } catch .missing {
                try await folder.makeDirectory(LedgerPaths.device(path.device))
                return try await folder.write(sealed, to: LedgerPaths.segment(path), if: precondition)
            } catch {
                throw error
            }
        } catch .changed {
            return nil
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
        } catch .damaged(let reason) {
            throw .diverged(Self.diverged(upload, "can not be read (\(reason))"))
        } catch {
            throw .failed(.folder(error))
        }
        do throws(FormatProblem) {
            let plain = try Segment.open(file.bytes, key: ledger.key, file: upload.path.description)
            guard held.starts(with: plain) else {
                throw Self.diverged(upload, "holds other events than were written here")
            }
            return Confirmed(length: plain.count, etag: file.etag)
        } catch {
            throw .diverged(error)
        }
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
        do throws(StoreError) {
            return try await store.plaintext(of: upload.record.id, in: ledger.id)
        } catch {
            throw .failed(.store(error))
        }
    }

    private static func diverged(_ upload: SyncPlan.Upload, _ what: String) -> FormatProblem {
        FormatProblem(
            file: upload.path.description, code: .divergedLog,
            message: "This server's own file \(what); nothing was written over it.")
    }
}
