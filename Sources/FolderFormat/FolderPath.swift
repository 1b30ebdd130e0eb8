package import LedgerCore

/// The names in a ledger's folder. There are no others, so that nothing read from a folder can lead out of it: a path is
/// built from an id and an instant, never from text that somebody sent.
package enum FolderPath {
    package static let metadata = "ledger.json"
    package static let events = "events"

    package static func device(_ device: DeviceID) -> String { "\(events)/\(device)" }
}

/// Where one segment is: `events/<device>/<name>`.
package struct SegmentPath: Hashable, Comparable, Sendable {
    package let device: DeviceID
    package let name: SegmentName

    package init(device: DeviceID, name: SegmentName) {
        self.device = device
        self.name = name
    }

    package static func < (left: SegmentPath, right: SegmentPath) -> Bool {
        (left.device, left.name) < (right.device, right.name)
    }
}

extension SegmentPath: LosslessStringConvertible {
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].utf8.elementsEqual(FolderPath.events.utf8),
            let device = DeviceID(String(parts[1])), let name = SegmentName(String(parts[2]))
        else { return nil }
        self.init(device: device, name: name)
    }

    package var description: String { "\(FolderPath.device(device))/\(name)" }
}
