/// Where attempts to sign in come from, as the throttle counts them: an IPv4 address, or the /64 network of an IPv6 one,
/// because a single household is given all 2^64 addresses of it (RFC 6177).
package struct NetworkOrigin: Hashable, Sendable {
    private let bits: UInt64
    private let isV6: Bool

    package init(v4 address: UInt32) {
        bits = UInt64(address)
        isV6 = false
    }

    package init(v6 address: UInt128) {
        bits = UInt64(truncatingIfNeeded: address >> 64)
        isV6 = true
    }
}
