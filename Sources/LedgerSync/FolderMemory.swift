import LedgerCore
import SharedFolders

/// What earlier runs saw of the folder, so that an idle one costs next to nothing. Pure.
///
/// Services differ. Where a directory's tag changes with anything below it, one look at the ledger's own directory tells
/// that nothing happened. Elsewhere every device's directory has to be listed, and `ledger.json` is read again when there
/// are signs of a change, before a write, and once an hour.
struct FolderMemory {
    /// What was seen in a directory when it had this tag.
    private struct Look {
        let etag: ETag
        let entries: [FolderEntry]
        /// Seen twice alike. Services may show an old listing beside a new tag: one look is not believed.
        let isSettled: Bool
    }

    private var looks: [RelativePath: Look] = [:]
    /// Of `ledger.json`, as last listed.
    private var metadataTag: ETag?
    /// When `ledger.json` was read, and the tag that was listed before.
    private var metadata: (tag: ETag?, readAt: Instant)?
    private var begunAt: Instant?
    /// Whether directories have tags; `nil` until an `events` was seen.
    private(set) var hasTags: Bool?

    /// Everything is looked at anew from time to time, whatever the tags say.
    mutating func begin(at now: Instant) {
        guard !isRecent(begunAt, SyncLimits.trust, now) else { return }
        self = FolderMemory()
        begunAt = now
    }

    /// What a directory holds, when its tag vouches for it.
    func entries(of directory: RelativePath, tagged etag: ETag?) -> [FolderEntry]? {
        guard let look = looks[directory], look.isSettled, look.etag == etag else { return nil }
        return look.entries
    }

    mutating func note(_ entries: [FolderEntry], of directory: RelativePath, tagged etag: ETag?) {
        guard let etag else { return looks[directory] = nil }
        let before = looks[directory]
        looks[directory] = Look(
            etag: etag, entries: entries, isSettled: before?.etag == etag && before?.entries == entries)
    }

    /// The ledger's own directory was listed.
    mutating func noteTop(_ entries: [FolderEntry]) {
        let events = entries.first { $0.name == LedgerPaths.events.name }
        if let events { hasTags = events.etag != nil }
        metadataTag = entries.first { $0.name == LedgerPaths.metadata.name }?.etag
        if let metadata, metadata.tag != metadataTag { self.metadata = nil }
    }

    /// `ledger.json` was read and is ours.
    mutating func noteMetadata(at now: Instant) {
        metadata = (metadataTag, now)
    }

    /// Somebody asks how things stand: where no tag watches over `ledger.json`, it is read again.
    mutating func doubtMetadata() {
        if hasTags != true { metadata = nil }
    }

    var knowsMetadata: Bool { metadata != nil }

    /// Whether news of others can be taken in with what was read of `ledger.json`. Where no tag watches over it, only for a
    /// moment: news may be of a version that it says.
    func vouchesForMetadata(at now: Instant) -> Bool {
        hasTags == true ? knowsMetadata : isRecent(metadata?.readAt, SyncLimits.metadataTrust, now)
    }

    private func isRecent(_ instant: Instant?, _ limit: Int64, _ now: Instant) -> Bool {
        guard let instant else { return false }
        return abs(now.milliseconds - instant.milliseconds) < limit
    }
}
