package import LedgerCore

/// How an account is in use.
package struct Presence: Hashable, Sendable {
    package let deviceCount: Int
    package let lastUsedAt: Instant?

    package init(deviceCount: Int = 0, lastUsedAt: Instant? = nil) {
        self.deviceCount = deviceCount
        self.lastUsedAt = lastUsedAt
    }
}
