import FolderFormat
import LedgerCore
import SQLiteStore
import SharedFolders

/// What is in the folder, with as few requests as its service allows.
extension SyncRun {
    /// Nothing is read or written in a folder that is not this ledger's, or that a newer version writes (SC-ARC-FMT-2).
    ///
    /// A folder in which we have never seen nor put a segment may still have to be made: creating a ledger succeeds while
    /// its folder can not be reached. One that was in use is never made anew: an empty directory where the ledger was is
    /// a drive that is not mounted, or a mistake.
    mutating func checkMetadata() async throws(SyncFailure) {
        let ledgerFolder = LedgerFolder(folder)
        let wasInUse = try await records().contains { $0.file != nil }
        do throws(LedgerFolderError) {
            let metadata = try await ledgerFolder.metadata(completing: ledger.metadata)
            try LedgerFolder.check(metadata, against: ledger.metadata)
            await absorber.adopt(metadata)
        } catch .noLedger where !wasInUse {
            do throws(LedgerFolderError) {
                try await ledgerFolder.create(ledger.metadata)
            } catch {
                throw SyncFailure(error)
            }
        } catch {
            memory = FolderMemory()
            throw SyncFailure(error)
        }
        memory.noteMetadata(at: now)
    }

    /// Every segment there is. A directory that is not there yet has no entries. One that can not be read is reported, and
    /// the others are.
    mutating func list() async throws(SyncFailure) -> FolderListing {
        let events = try await tagOfEvents()
        var listing = FolderListing()
        let devices: [FolderEntry]
        do throws(FolderError) {
            devices = try await entries(of: LedgerPaths.events, tagged: events)
        } catch .missing {
            // Nothing was written yet, or the drive is gone.
            try await checkMetadata()
            return listing
        } catch {
            throw .folder(error)
        }
        for (device, etag) in listing.devices(devices) { try await add(device, etag, to: &listing) }
        return listing
    }

    /// Looks at the ledger's own directory where that tells anything. When the tag of `ledger.json` is not what it was, it
    /// is read.
    private mutating func tagOfEvents() async throws(SyncFailure) -> ETag? {
        if memory.hasTags == false {
            if !memory.knowsMetadata { try await checkMetadata() }
            return nil
        }
        var top: [FolderEntry] = []
        do throws(FolderError) {
            top = try await folder.list(.folder)
        } catch .missing {
        } catch {
            throw .folder(error)
        }
        memory.noteTop(top)
        if !memory.knowsMetadata { try await checkMetadata() }
        return top.first { $0.name == LedgerPaths.events.name }?.etag
    }

    private mutating func add(
        _ device: DeviceID, _ etag: ETag?, to listing: inout FolderListing
    ) async throws(SyncFailure) {
        do throws(FolderError) {
            listing.add(try await entries(of: LedgerPaths.device(device), tagged: etag), of: device)
        } catch {
            switch error {
            case .missing: break
            case .denied(let reason), .damaged(let reason): listing.addUnread(device, reason)
            case .unreachable where survives(.folder(error)): listing.skip(device)
            case .unreachable, .signInNeeded, .changed, .full: throw .folder(error)
            }
        }
    }

    private mutating func entries(
        of directory: RelativePath, tagged etag: ETag?
    ) async throws(FolderError) -> [FolderEntry] {
        if let known = memory.entries(of: directory, tagged: etag) { return known }
        let entries = try await folder.list(directory)
        memory.note(entries, of: directory, tagged: etag)
        return entries
    }
}
