package import LedgerCore

/// One file of events in a ledger: whose, and since when. The instant is what its name says.
package struct SegmentID: Hashable, Sendable {
    package let device: DeviceID
    package let instant: Instant

    package init(device: DeviceID, instant: Instant) {
        self.device = device
        self.instant = instant
    }
}

/// A segment's file in the folder, when it was last read or written.
package struct SegmentFile: Hashable, Sendable {
    /// How its name ends: other apps write `.jsonl.enc` for the same bytes.
    package let suffix: String
    package let etag: String?

    package init(suffix: String, etag: String?) {
        self.suffix = suffix
        self.etag = etag
    }
}

/// What is known about a segment besides its bytes.
package struct SegmentRecord: Hashable, Sendable {
    package let id: SegmentID
    /// Written by a device of this server, and by nobody else.
    package let isOwn: Bool
    /// Bytes of plaintext kept here.
    package let length: Int
    /// Of an own segment: how many of these bytes are known to be in the folder.
    package let pushedLength: Int
    /// `nil`: never seen in the folder.
    package let file: SegmentFile?
}

/// A run of whole lines in a segment, as it came: one event written here, or what one pull brought.
package struct Piece: Hashable, Sendable {
    package let segment: SegmentID
    package let offset: Int
    package let bytes: [UInt8]
}

/// One event to be kept: the line with its newline, and where it goes.
package struct OwnPiece: Sendable {
    package let ledger: LedgerID
    package let segment: SegmentID
    package let offset: Int
    package let bytes: [UInt8]

    package init(ledger: LedgerID, segment: SegmentID, offset: Int, bytes: [UInt8]) {
        self.ledger = ledger
        self.segment = segment
        self.offset = offset
        self.bytes = bytes
    }
}

/// What a pull found in a file of another server: the bytes after those that are kept already.
package struct PulledSegment: Sendable {
    package let segment: SegmentID
    package let offset: Int
    /// Verbatim, so that fields of other apps survive. Empty: only the file's ETag or name changed.
    package let bytes: [UInt8]
    package let file: SegmentFile

    package init(segment: SegmentID, offset: Int, bytes: [UInt8], file: SegmentFile) {
        self.segment = segment
        self.offset = offset
        self.bytes = bytes
        self.file = file
    }
}
