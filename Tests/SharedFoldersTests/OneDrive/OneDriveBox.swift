import GraphEmulator
import Synchronization
import Testing

@testable import SharedFolders

/// A server's account at an emulated OneDrive. Nothing waits: to sleep is to turn the clock, the emulator's with ours.
final class OneDriveBox: Sendable {
    let graph: GraphEmulator
    let transfer: CurlTransfer
    let clock: TransferClock
    let disk = SavedCredential()
    let settings: OneDriveSettings
    private let afterAnswer = Once()

    /// What happens between one exchange and whatever follows it.
    final class Once: Sendable {
        private let work = Mutex<(@Sendable () -> Void)?>(nil)

        func set(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0 = work } }

        func take() -> (@Sendable () -> Void)? {
            work.withLock { work in
                defer { work = nil }
                return work
            }
        }
    }

    init(_ kind: AccountKind = .personal, tenant: String? = nil, _ set: (inout Switches) -> Void = { _ in }) throws {
        let graph = try GraphEmulator(seed: 1, kind: kind)
        var switches = graph.switches
        set(&switches)
        graph.switches = switches
        self.graph = graph
        let afterAnswer = afterAnswer
        transfer = CurlTransfer(TransferSettings { _ in afterAnswer.take()?() })
        let elapsed = TurnedClock()
        clock = TransferClock(
            elapsed: { elapsed.time }, now: { graph.now },
            sleep: { time in
                try Task.checkCancellation()
                elapsed.turn(time)
                graph.advance(by: time)
                await Task.yield()
            }, chance: { 0.2 })
        settings = try OneDriveSettings(
            loginURL: graph.origin(.login), graphURL: graph.origin(.graph), downloadHosts: "127.0.0.1",
            clientID: graph.clientID, tenant: tenant)
    }

    deinit { transfer.close() }

    /// Somebody else's deed, after the next answer has come and before anything else is asked.
    func afterNextAnswer(_ work: @escaping @Sendable () -> Void) { afterAnswer.set(work) }

    /// Signed in as somebody; `nil`: nobody yet.
    func account(
        _ user: User.Name? = .owner, scopes: String = "Files.ReadWrite.All offline_access", clock: TransferClock? = nil
    ) -> OneDriveAccount {
        let token = user.map { graph.signIn($0, scopes: scopes).refreshToken }
        let credential = token.map {
            OneDriveCredential(refreshToken: $0, refreshedAt: self.clock.now(), name: "Known")
        }
        return account(holding: credential, clock: clock)
    }

    func account(holding credential: OneDriveCredential?, clock: TransferClock? = nil) -> OneDriveAccount {
        OneDriveAccount(
            settings: settings, transfer: transfer, credential: credential, clock: clock ?? self.clock, save: disk.save)
    }

    /// The folder `SplitClone/ledger` of the owner, which exists, found and ready, with an empty log behind it.
    func folder(_ account: OneDriveAccount? = nil) async throws -> OneDriveFolder {
        graph.makeFolder("SplitClone/ledger")
        let folder = OneDriveFolder(account: account ?? self.account(), root: .path("SplitClone/ledger"))
        _ = try await folder.location()
        graph.clearLog()
        return folder
    }

    func file(_ path: String) -> ItemRecord? { graph.item("SplitClone/ledger/\(path)") }

    /// `GET children`, `PUT content`, …: what was asked of Graph and the download host since the log was cleared.
    var requests: [String] {
        graph.log.map { entry in
            let last = entry.path.split(separator: "/").last.map(String.init) ?? ""
            return switch entry.origin {
            case .download: "\(entry.method) download"
            case .login: "\(entry.method) \(last)"
            default: ["children", "content"].contains(last) ? "\(entry.method) \(last)" : "\(entry.method) item"
            }
        }
    }

    func expectNoViolations(_ location: SourceLocation = #_sourceLocation) {
        #expect(graph.violations == [], sourceLocation: location)
        #expect(!graph.log.contains { $0.target.contains("sharedWithMe") }, sourceLocation: location)
    }
}

extension Provider {
    /// Of both kinds, and where conditions on a write are not honoured: looking and writing are two steps then.
    static let oneDrive = [
        oneDrive("OneDrive, personal", .personal), oneDrive("OneDrive of an organisation", .business),
        oneDrive("OneDrive that ignores If-Match", .personal) { $0.uncertainties.putIfMatch = .ignored },
    ]

    private static func oneDrive(
        _ name: String, _ kind: AccountKind, _ set: @escaping @Sendable (inout Switches) -> Void = { _ in }
    ) -> Provider {
        var switches = Switches()
        set(&switches)
        return Provider(name, isAtomic: switches.putIfMatch == .honoured) { views, test in
            let box = try OneDriveBox(kind, set)
            try await test((0..<views).map { _ in OneDriveFolder(account: box.account(), root: .path("home/ledger")) })
            box.expectNoViolations()
        }
    }
}

/// The disk that credentials are kept on.
final class SavedCredential: Sendable {
    struct Full: Error {}

    private let state = Mutex((saved: [OneDriveCredential?](), isFull: false, isBusy: false))

    var all: [OneDriveCredential?] { state.withLock { $0.saved } }
    var last: OneDriveCredential? { all.last ?? nil }

    var isFull: Bool {
        get { state.withLock { $0.isFull } }
        set { state.withLock { $0.isFull = newValue } }
    }

    /// What is being saved waits meanwhile.
    var isBusy: Bool {
        get { state.withLock { $0.isBusy } }
        set { state.withLock { $0.isBusy = newValue } }
    }

    @Sendable func save(_ credential: OneDriveCredential?) async throws {
        while isBusy { await Task.yield() }
        try state.withLock {
            if $0.isFull { throw Full() }
            $0.saved.append(credential)
        }
    }
}

/// What several tasks count together.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .acquiring) }

    func increment() { count.add(1, ordering: .acquiringAndReleasing) }
}

private final class TurnedClock: Sendable {
    private let elapsed = Mutex(Duration.seconds(1000))

    var time: Duration { elapsed.withLock { $0 } }

    func turn(_ time: Duration) { elapsed.withLock { $0 += max(.zero, time) } }
}
