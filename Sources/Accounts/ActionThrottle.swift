package import LedgerCore

/// How often an account may do what reaches other people (`people.md` 11): a fixed window per account, device and action.
/// Whoever repeats the very same request within the window is not counted again: `request` says what the same is.
package struct ActionThrottle: Sendable {
    package enum Action: Hashable, Sendable, CaseIterable {
        case linkRequest
        case invite
        case merge

        /// In one window: more than a person does by hand, fewer than a program would.
        package var most: Int {
            switch self {
            case .linkRequest: 10
            case .invite, .merge: 20
            }
        }
    }

    package static let window: Int64 = 60_000
    /// More than this many devices at once are not counted apart; the oldest windows go first.
    package static let mostEntries = 4096

    private struct Key: Hashable {
        let action: Action
        let account: AccountID
        let device: DeviceID?
    }

    private struct Window {
        let start: Instant
        var count: Int
        /// Of no more requests than are counted.
        var requests: Set<String> = []
    }

    private var windows: [Key: Window] = [:]

    package init() {}

    /// Counts the action, or says how long to wait. A device can not do more than its account.
    package mutating func count(
        _ action: Action, by account: AccountID, device: DeviceID, request: String? = nil, at now: Instant
    ) throws(Denial) {
        let keys = [
            Key(action: action, account: account, device: nil), Key(action: action, account: account, device: device),
        ]
        if let request, let window = windows[keys[0]], rest(of: window, at: now) != nil,
            window.requests.contains(request)
        {
            return
        }
        for key in keys {
            guard let window = windows[key], let rest = rest(of: window, at: now), window.count >= action.most else {
                continue
            }
            throw .tooOften(retryAfterSeconds: Int((rest + 999) / 1000))
        }
        makeRoom(at: now)
        for key in keys {
            if let window = windows[key], rest(of: window, at: now) != nil {
                windows[key]?.count += 1
            } else {
                windows[key] = Window(start: now, count: 1)
            }
            if let request { windows[key]?.requests.insert(request) }
        }
    }

    /// Milliseconds that a window still has; `nil` when it is over, or lies ahead because the clock was set back.
    private func rest(of window: Window, at now: Instant) -> Int64? {
        let age = now.milliseconds - window.start.milliseconds
        return (0..<Self.window).contains(age) ? Self.window - age : nil
    }

    private mutating func makeRoom(at now: Instant) {
        guard windows.count >= Self.mostEntries else { return }
        windows = windows.filter { rest(of: $0.value, at: now) != nil }
        guard windows.count >= Self.mostEntries else { return }
        let newest = windows.sorted { $0.value.start > $1.value.start }.prefix(Self.mostEntries / 2)
        windows = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
