internal import JSON
internal import Synchronization

/// OneDrive in a box: sign-in, Microsoft Graph and the host of the downloads, on three ports of 127.0.0.1.
///
/// Built from recorded facts, strict where the service is lenient, and as bad as a test wants it to be:
///
///     let graph = try GraphEmulator(seed: 1)
///     graph.arm(.status(429, retryAfter: "3"), on: .get, "/children", occurrence: 1...3)
///     graph.switches.putIfNoneMatch = .ignored
///     … the client works …
///     #expect(graph.violations == [])
package final class GraphEmulator: Sendable {
    private let core: Core
    private let listeners: [Origin: Listener]
    private let ports: [Origin: UInt16]

    /// `publicOrigins` is what addresses in answers begin with when something stands in front of the emulator.
    package init(
        seed: UInt64 = 1, kind: AccountKind = .personal, clock: EmulatorClock = .standing,
        publicOrigins: [Origin: String] = [:], withControl: Bool = false
    ) throws {
        let core = Core { World(seed: seed, kind: kind, clock: clock) }
        var listeners: [Origin: Listener] = [:]
        for origin in Origin.allCases where origin != .control || withControl {
            listeners[origin] = try Listener(origin, for: core)
        }
        let ports = listeners.mapValues(\.port)
        self.ports = ports
        core.change { $0.ports = ports }
        core.origins = ports.mapValues { "http://127.0.0.1:\($0)" }.merging(publicOrigins) { $1 }
        self.core = core
        self.listeners = listeners
    }

    /// One line of JSON: the origins, the registered client, the users with their drives.
    package var description: String { String(decoding: core.read { $0.describeAll() }.json, as: UTF8.self) }

    deinit { stop() }

    /// Ends every connection; stalled answers end with them.
    package func stop() {
        for listener in listeners.values { listener.stop() }
    }

    /// `http://127.0.0.1:PORT`, or the public one.
    package func origin(_ origin: Origin) -> String { core.origins[origin] ?? "" }
    package func port(_ origin: Origin) -> UInt16 { ports[origin] ?? 0 }

    /// A new world of the same seed; the clock goes on.
    package func reset() { core.reset() }

    // MARK: Behaviour

    package var switches: Switches {
        get { core.read(\.switches) }
        set { core.change { $0.switches = newValue } }
    }

    /// The requests that match — method, a part of path and query with `*` for anything, origin, a part of the body — are
    /// counted from 1; those in `occurrence` meet the effect. `committed` carries the operation out although its answer
    /// is replaced or never sent.
    @discardableResult
    package func arm(
        _ effect: Effect, on method: Method = .any, _ pattern: String = "", at origin: Origin? = nil,
        body: String? = nil, occurrence: some RangeExpression<Int> = 1...1, committed: Bool? = nil
    ) -> Int {
        let range = occurrence.relative(to: 1..<Int.max)
        return core.change { world in
            world.faults.arm(
                effect, method: method, pattern: pattern, origin: origin, bodyPart: body,
                occurrences: range.lowerBound...max(range.lowerBound, range.upperBound - 1),
                isCommitted: committed ?? effect.needsAnswer)
        }
    }

    package func disarm(_ fault: Int) { core.change { $0.faults.disarm(fault) } }
    package func disarm() { core.change { $0.faults.disarmAll() } }

    // MARK: Time

    /// Milliseconds since 1970.
    package var now: Int64 { core.read(\.now) }
    package func advance(by time: Duration) { core.change { $0.clock.offset += Int64(time / .milliseconds(1)) } }

    /// An HTTP date, from now by the emulator's clock: for `Retry-After`.
    package func date(in time: Duration) -> String { Timestamp.http(now + Int64(time / .milliseconds(1))) }

    // MARK: What happened

    package var log: [LogEntry] { core.read(\.log) }
    package func clearLog() { core.change { $0.clearLog() } }
    /// What a correct client never does; empty, or the test has failed.
    package var violations: [String] { core.read(\.violations) }

    // MARK: People

    package struct Users: Sendable {
        package let owner: User
        package let joiner: User
        package let stranger: User
    }

    package var users: Users {
        core.read { Users(owner: $0.user(.owner), joiner: $0.user(.joiner), stranger: $0.user(.stranger)) }
    }

    /// The application that is registered from the start: "mobile and desktop", redirecting to `http://localhost`.
    package var clientID: String { core.read(\.login.firstClient) }

    /// Registers an application, or changes one.
    package func register(_ registration: Registration) {
        core.change { $0.login.registrations[registration.id] = registration }
    }

    /// Tokens without the ways to get them.
    package func signIn(
        _ user: User.Name, scopes: String = "Files.ReadWrite.All offline_access", client: String? = nil
    ) -> Credential {
        core.change { $0.signIn(user, scopes: scopes, client: client) }
    }

    package func expireTokens(of user: User.Name) { core.change { $0.expireTokens(of: user) } }
    /// 50173: a changed password; 65001: consent withdrawn; 700082: unused for too long.
    package func revokeTokens(of user: User.Name, reason: Int = 50_173) {
        core.change { $0.revokeTokens(of: user, reason: reason) }
    }

    /// False when no such code waits for a decision.
    @discardableResult
    package func approveDevice(_ userCode: String, as user: User.Name = .owner) -> Bool {
        core.change { $0.decideDevice(userCode, as: user) }
    }

    @discardableResult
    package func declineDevice(_ userCode: String) -> Bool { core.change { $0.decideDevice(userCode, as: nil) } }

    // MARK: Drives

    package func item(_ path: String, of user: User.Name = .owner) -> ItemRecord? {
        core.read { $0.record(at: path, of: user) }
    }

    /// Everything below the root, sorted by path.
    package func items(of user: User.Name = .owner) -> [ItemRecord] { core.read { $0.records(of: user) } }

    package func makeFolder(_ path: String, of user: User.Name = .owner) {
        core.change { _ = $0.makeFolder(path, of: user) }
    }

    /// Makes or replaces a file, and the folders above it.
    package func makeFile(_ path: String, _ content: [UInt8], of user: User.Name = .owner) {
        core.change { $0.makeFile(path, content, of: user) }
    }

    package func remove(_ path: String, of user: User.Name = .owner) { core.change { $0.remove(path, of: user) } }

    package func give(_ user: User.Name, _ path: String, of owner: User.Name = .owner, mayWrite: Bool = true) {
        core.change { $0.give(user, path, of: owner, mayWrite: mayWrite) }
    }

    package func takeAccess(from user: User.Name) { core.change { $0.takeAccess(from: user) } }

    @discardableResult
    package func addShortcut(named name: String, for user: User.Name, to item: ItemRecord) -> Bool {
        core.change { $0.addShortcut(named: name, for: user, to: item.id) }
    }
}

/// The one world behind all listeners.
final class Core: Answering {
    private let world: Mutex<World>
    private let fresh: @Sendable () -> World

    init(_ fresh: @escaping @Sendable () -> World) {
        self.fresh = fresh
        world = Mutex(fresh())
    }

    var origins: [Origin: String] {
        get { read(\.origins) }
        set { change { $0.origins = newValue } }
    }

    func read<Value: Sendable>(_ value: (World) -> Value) -> Value { world.withLock { value($0) } }

    func change<Value: Sendable>(_ change: (inout World) -> Value) -> Value { world.withLock { change(&$0) } }

    func reset() {
        change { world in
            let (clock, origins, ports) = (world.clock, world.origins, world.ports)
            world = fresh()
            (world.clock, world.origins, world.ports) = (clock, origins, ports)
        }
    }

    func continuation(for request: Request) -> Continuation { change { $0.faults.continuation(for: request) } }

    func exchange(_ request: Request) -> Outcome {
        guard request.origin == .control else { return change { $0.exchange(request) } }
        switch request.path {
        case "/reset":
            reset()
            return Outcome(answer: .json(200, .object([])))
        case "/describe": return Outcome(answer: .json(200, read { $0.describeAll() }))
        default: return Outcome(answer: change { $0.command(request) })
        }
    }
}
