import Cryptography
import LedgerCore

/// What an authenticator has to sign, so that a proof that was overheard is of no use: good for one success, and for five
/// minutes (WebAuthn level 2, §13.4.3).
///
/// A challenge carries its own time and purpose under a key that nobody else has, so that those who ask for many fill no
/// memory. What is remembered are the few that somebody succeeded with.
struct PasskeyChallenges: Sendable {
    static let lifetime: Int64 = 5 * 60_000
    private static let nonceBytes = 16
    private static let timeBytes = 8
    private static let markBytes = 32

    private let key = SymmetricKey.random()
    private var used: [[UInt8]: Instant] = [:]

    /// - Parameter purpose: what it may be used for, and by whom.
    func issue(_ nonce: UInt128, for purpose: [UInt8], at now: Instant) -> [UInt8] {
        let body = Self.bytes(nonce) + Self.bytes(UInt64(bitPattern: now.milliseconds))
        return body + HMAC.sha256(body + purpose, key: key)
    }

    func isGood(_ challenge: [UInt8], for purpose: [UInt8], at now: Instant) -> Bool {
        guard challenge.count == Self.nonceBytes + Self.timeBytes + Self.markBytes, used[challenge] == nil else {
            return false
        }
        let body = Array(challenge.dropLast(Self.markBytes))
        let mark = HMAC.sha256(body + purpose, key: key)
        guard constantTimeEqual(mark, Array(challenge.suffix(Self.markBytes))) else { return false }
        return isFresh(challenge, at: now)
    }

    /// `false`: somebody succeeded with it already.
    mutating func use(_ challenge: [UInt8], at now: Instant) -> Bool {
        used = used.filter { isFresh($0.key, at: now) }
        return used.updateValue(now, forKey: challenge) == nil
    }

    var remembered: Int { used.count }

    private func isFresh(_ challenge: [UInt8], at now: Instant) -> Bool {
        let time = challenge[Self.nonceBytes..<(Self.nonceBytes + Self.timeBytes)].reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        // Only we wrote it, and a clock that was set back does not make it last longer.
        return (0..<Self.lifetime).contains(now.milliseconds &- Int64(bitPattern: time))
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
