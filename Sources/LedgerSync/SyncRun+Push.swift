import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// Why a device's log goes no further in this run.
enum UploadEnd: Error {
    /// The folder's copy is not a beginning of ours: nothing is written over it.
    case spent
    /// A copy of this server has to make the file whole first.
    case waiting
    case failed(SyncFailure)
}

/// What is found in the folder under the name of an own segment.
enum FoundUpload {
    case nothing
    /// A beginning of what we hold.
    case beginning(Int, ETag)
    /// An upload that was cut, of what we hold or of a beginning of it: it may be written over.
    case cutShort(ETag)
    /// An upload that was cut, of what we hold up to where it was cut and of something else beyond.
    case cutByOther(ETag)
    /// Somebody else's, which has this much in common with ours.
    case other(common: Int)
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
                case .waiting: continue
                case .failed(let failure): throw failure
                }
            }
        }
        return spent
    }

    /// Uploads until the folder is known to hold the whole segment. A file that is not as expected is looked at before
    /// anything is written over it: it may be our own, whose answer was lost, and then only the note is missing. Answers
    /// how long the segment is.
    @discardableResult
    mutating func carryOut(_ upload: SyncPlan.Upload) async throws(UploadEnd) -> Int {
        var there = upload.there
        for _ in 0..<SyncLimits.uploadAttempts {
            let held = try await heldBytes(upload)
            if there == .unknown {
                switch try await look(at: upload.path, held) {
                case .nothing:
                    try await makeSure()
                    there = .nothing
                case .beginning(let length, let etag):
                    try await note(upload, length, etag)
                    if length == held.count { return count(upload, held) }
                    there = .ours(etag)
                case .cutShort(let etag):
                    try await note(upload, 0, etag)
                    there = .ours(etag)
                case .cutByOther(let etag):
                    if findings.waits(for: upload.path, etag, at: now) { throw .waiting }
                    there = .ours(etag)
                case .other: throw .spent
                }
            }
            guard let etag = try await write(held, upload.path, over: there) else {
                there = .unknown
                continue
            }
            try await note(upload, held.count, etag)
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

    func look(at path: SegmentPath, _ held: [UInt8]) async throws(UploadEnd) -> FoundUpload {
        let file: FolderFile
        do throws(FolderError) {
            file = try await folder.read(LedgerPaths.segment(path), limit: SyncLimits.segmentBytes)
        } catch .missing {
            return .nothing
        } catch .damaged {
            return .other(common: 0)
        } catch {
            throw .failed(.folder(error))
        }
        guard let plain = try? Segment.open(file.bytes, key: ledger.key, file: path.description) else {
            let overlap = Segment.overlap(file.bytes, with: held, key: ledger.key)
            guard overlap.isCutShort else { return .other(common: held.prefix(overlap.length).wholeLinesLength) }
            return overlap.isHeld ? .cutShort(file.etag) : .cutByOther(file.etag)
        }
        guard held.starts(with: plain) else { return .other(common: held.commonLines(with: plain)) }
        return .beginning(plain.count, file.etag)
    }

    /// What a run learns after its end was called for may be of a folder that is not the ledger's any more.
    private func note(_ upload: SyncPlan.Upload, _ length: Int, _ etag: ETag) async throws(UploadEnd) {
        if Task.isCancelled { throw .failed(.folder(.unreachable("the ledger is not synced with it any more"))) }
        let file = SegmentFile(suffix: upload.path.name.suffix.rawValue, etag: etag.text)
        do throws(StoreError) {
            try await store.markPushed(upload.record.id, of: ledger.id, length: length, file: file)
        } catch {
            throw .failed(.store(error))
        }
    }

    private mutating func count(_ upload: SyncPlan.Upload, _ held: [UInt8]) -> Int {
        pushed.segments += 1
        pushed.events += held.dropFirst(upload.record.pushedLength).count { $0 == UInt8(ascii: "\n") }
        return held.count
    }

    private func heldBytes(_ upload: SyncPlan.Upload) async throws(UploadEnd) -> [UInt8] {
        do throws(SyncFailure) {
            return try await heldBytes(of: upload.record.id)
        } catch {
            throw .failed(error)
        }
    }
}
