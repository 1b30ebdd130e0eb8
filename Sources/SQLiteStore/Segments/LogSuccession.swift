package import LedgerCore

/// A log of this server ends, because somebody else may write to it as well, and its device goes on in a log of its own.
package struct LogSuccession: Sendable {
    /// What of an own segment stays where it is: it is in the folder, in a file of this name.
    package struct Kept: Hashable, Sendable {
        package let length: Int
        package let suffix: String

        package init(length: Int, suffix: String) {
            self.length = length
            self.suffix = suffix
        }
    }

    /// Of plaintext in a segment of the new log, as it begins: half of what every home reads at once. A year of a household.
    static let segmentBytes = 8 << 20

    /// Whose log ends.
    package let predecessor: DeviceID
    /// Whose log goes on. What was pulled of it is a beginning of what is carried over.
    package let successor: DeviceID
    /// By the segment's instant. Of a segment that is not named nothing stays.
    package let kept: [Instant: Kept]
    /// Pieces beyond those that logs of copies hold already: they keep their place in the order of arrival, and are
    /// not written again. The others become the beginning of the new log.
    package let parked: Set<LogTail.Place>
    /// A device that does not exist, under which the parked pieces are kept.
    package let parking: DeviceID

    package init(
        predecessor: DeviceID, successor: DeviceID, kept: [Instant: Kept], parked: Set<LogTail.Place>,
        parking: DeviceID
    ) {
        self.predecessor = predecessor
        self.successor = successor
        self.kept = kept
        self.parked = parked
        self.parking = parking
    }
}

/// What this server wrote to a log beyond a given point, in order.
package struct LogTail: Sendable {
    /// Where a piece is in its log.
    package struct Place: Hashable, Sendable {
        package let instant: Instant
        package let offset: Int

        package init(instant: Instant, offset: Int) {
            self.instant = instant
            self.offset = offset
        }
    }

    package struct Piece: Sendable {
        package let place: Place
        package let bytes: [UInt8]
        let number: Int64
    }

    package let pieces: [Piece]
}
