package import LedgerCore

/// When devices were used, to the hour: a request costs no write, and many devices share one.
package struct DeviceUses: Sendable {
    package static let precision: Int64 = 3_600_000
    /// More devices than this are not in use within the hours that count.
    package static let mostKnown = 10_000

    private var known: [DeviceID: Instant] = [:]
    private var unkept: [DeviceID: Instant] = [:]

    package init() {}

    package mutating func note(_ device: DeviceID, at now: Instant) {
        if let last = known[device], (0..<Self.precision).contains(now.milliseconds - last.milliseconds) { return }
        if known.count >= Self.mostKnown { known.removeAll() }
        known[device] = now
        unkept[device] = now
    }

    /// What has to be kept by now; the caller keeps it, or gives it back.
    package mutating func take() -> [DeviceID: Instant] {
        defer { unkept.removeAll() }
        return unkept
    }

    package mutating func giveBack(_ uses: [DeviceID: Instant]) {
        unkept.merge(uses) { newer, _ in newer }
    }
}
