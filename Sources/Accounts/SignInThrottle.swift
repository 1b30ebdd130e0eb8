package import LedgerCore

/// Slows down guessing of passwords, per name and per address.
///
/// Only wrong passwords count. After a few free ones each further one doubles the wait, up to a ceiling that a person can
/// sit out. An address from which a name signed in before is not held up by what others try with that name, so guessing
/// from elsewhere never locks the real owner out. What is kept is bounded, whoever knocks.
package struct SignInThrottle: Sendable {
    package struct Limits: Sendable {
        /// Wrong passwords in a row before the first wait.
        package var free: Int
        /// The longest wait, in milliseconds.
        package var ceiling: Int64

        /// People mistype; a name is worth guarding more than an address, behind which a household may sit.
        package static let name = Limits(free: 5, ceiling: 30_000)
        package static let origin = Limits(free: 10, ceiling: 60_000)
    }

    /// Without a new one for this long, wrong passwords are forgotten.
    package static let forgetAfter: Int64 = 15 * 60_000
    /// So many names and so many addresses are remembered at most.
    package static let mostEntries = 4096

    private var names = Tally<String>(limits: .name)
    private var origins = Tally<NetworkOrigin>(limits: .origin)
    private var familiar = FamiliarOrigins()

    package init() {}

    /// Lets an attempt through, or says how long to wait. Ask right before the password is checked.
    package func check(name: String, from origin: NetworkOrigin, at now: Instant) throws(Denial) {
        var wait = origins.wait(origin, at: now)
        if !familiar.contains(name, origin) { wait = max(wait, names.wait(name, at: now)) }
        guard wait <= 0 else { throw .tooManyAttempts(retryAfterSeconds: Int((wait + 999) / 1000)) }
    }

    /// The name is counted whether or not an account has it.
    package mutating func failed(name: String, from origin: NetworkOrigin, at now: Instant) {
        origins.add(origin, at: now)
        if !familiar.contains(name, origin) { names.add(name, at: now) }
    }

    /// Forgives the name. The address stays counted: else one's own account would buy guesses at another's.
    package mutating func succeeded(name: String, from origin: NetworkOrigin) {
        names.forget(name)
        familiar.remember(name, origin)
    }

    // For secrets that are nobody's by name, such as an invite's: only the address counts.

    package func check(from origin: NetworkOrigin, at now: Instant) throws(Denial) {
        let wait = origins.wait(origin, at: now)
        guard wait <= 0 else { throw .tooManyAttempts(retryAfterSeconds: Int((wait + 999) / 1000)) }
    }

    package mutating func failed(from origin: NetworkOrigin, at now: Instant) { origins.add(origin, at: now) }

    package var entryCount: Int { names.count + origins.count + familiar.count }
}

/// Counts of wrong passwords by key, at most `SignInThrottle.mostEntries` of them.
private struct Tally<Key: Hashable & Sendable>: Sendable {
    struct Entry {
        var wrong: Int
        var last: Instant
    }

    let limits: SignInThrottle.Limits
    private var entries: [Key: Entry] = [:]

    init(limits: SignInThrottle.Limits) { self.limits = limits }

    var count: Int { entries.count }

    func wait(_ key: Key, at now: Instant) -> Int64 {
        guard let entry = entries[key], !isForgotten(entry, at: now), entry.wrong > limits.free else { return 0 }
        // 1 s, 2 s, 4 s …: the shift is capped before it can overflow.
        let pause = min(1000 << Int64(min(entry.wrong - limits.free - 1, 20)), limits.ceiling)
        // A clock that was set back must not lengthen a wait.
        return min(entry.last.milliseconds + pause - now.milliseconds, pause)
    }

    mutating func add(_ key: Key, at now: Instant) {
        if let entry = entries[key], !isForgotten(entry, at: now) {
            entries[key] = Entry(wrong: entry.wrong + 1, last: now)
        } else {
            makeRoom(at: now)
            entries[key] = Entry(wrong: 1, last: now)
        }
    }

    mutating func forget(_ key: Key) { entries[key] = nil }

    private func isForgotten(_ entry: Entry, at now: Instant) -> Bool {
        abs(now.milliseconds - entry.last.milliseconds) > SignInThrottle.forgetAfter
    }

    /// Drops what would be forgotten anyway, then the older half: rarely, so an addition costs little on average.
    private mutating func makeRoom(at now: Instant) {
        guard entries.count >= SignInThrottle.mostEntries else { return }
        entries = entries.filter { !isForgotten($0.value, at: now) }
        guard entries.count >= SignInThrottle.mostEntries else { return }
        let newest = entries.sorted { $0.value.last > $1.value.last }.prefix(SignInThrottle.mostEntries / 2)
        entries = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}

/// From where each name signed in lately. Only true passwords enter here, so nobody can flood it from outside.
private struct FamiliarOrigins: Sendable {
    private static let perName = 8
    private static let mostNames = 512
    private var origins: [String: [NetworkOrigin]] = [:]

    var count: Int { origins.count }

    func contains(_ name: String, _ origin: NetworkOrigin) -> Bool {
        origins[name]?.contains(origin) ?? false
    }

    mutating func remember(_ name: String, _ origin: NetworkOrigin) {
        if origins[name] == nil, origins.count >= Self.mostNames, let other = origins.keys.first {
            origins[other] = nil
        }
        let others = (origins[name] ?? []).filter { $0 != origin }
        origins[name] = Array((others + [origin]).suffix(Self.perName))
    }
}
