import FolderFormat
import GraphEmulator
import LedgerCore
import SharedFolders
import Synchronization
import Testing
import WebDAVEmulator

@testable import LedgerSync

/// What whole runs of an engine cost at services as they are, in requests on the wire.
@Suite("What sync asks of a service")
struct RequestCountTests {
    private static let others = 5

    /// A service that tests can name.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Directories have tags that change with anything below.
        let isTagged: Bool
        let make: @Sendable () async throws -> CountedFolder

        /// The bars of an idle poll; one device is the home's own.
        var idle: Int { isTagged ? 2 : 1 + RequestCountTests.others + 1 }

        static let all = [
            Kind(testDescription: "OneDrive, personal", isTagged: true) { try .oneDrive(.personal) },
            Kind(testDescription: "OneDrive that ignores If-Match", isTagged: true) {
                try .oneDrive(.personal) { $0.uncertainties.putIfMatch = .ignored }
            },
            Kind(testDescription: "OneDrive of an organisation", isTagged: false) { try .oneDrive(.business) },
            Kind(
                testDescription: "OneDrive of an organisation, whose folders have tags that stand still",
                isTagged: false
            ) {
                try .oneDrive(.business) { $0.businessFolderTag = .still }
            },
            Kind(testDescription: "Nextcloud", isTagged: true) { try await .webDAV(.nextcloud) },
            Kind(testDescription: "a plain WebDAV server", isTagged: false) { try await .webDAV(.init()) },
        ]
    }

    @Test(
        "an idle poll costs two requests where directories have tags, else one and one for each device",
        arguments: Kind.all)
    func idle(_ kind: Kind) async throws {
        let stage = try await CountedStage(try await kind.make(), others: Self.others)
        for _ in 1...5 {
            let report = try await stage.nextRun(after: .seconds(270))
            #expect(report.isFull && report.outcome == .done)
            #expect(stage.asked.count <= kind.idle, "\(stage.asked)")
            #expect(!stage.asked.isEmpty && stage.asked.allSatisfy { $0.sent < 1_000 })
        }
        await stage.close()
    }

    @Test("a push after one expense costs two requests, and sends the open segment alone", arguments: Kind.all)
    func push(_ kind: Kind) async throws {
        let stage = try await CountedStage(try await kind.make(), others: Self.others)
        // At once, and in the quiet between two polls.
        for wait: Duration in [.zero, .zero, .seconds(90), .seconds(90)] {
            await stage.clock.advance(by: wait)
            let report = try await stage.writeAndWait()
            #expect(!report.isFull && report.outcome == .done && report.pushed.events == 1)
            #expect(stage.asked.count <= 2, "\(stage.asked)")
            let sent = stage.asked.filter { $0.sent > 0 }
            #expect(sent.count == 1 && sent.allSatisfy { $0.method == "PUT" && $0.sent < 50_000 }, "\(stage.asked)")
        }
        await stage.close()
    }

    @Test("one expense of another home costs what a poll costs, and one file", arguments: Kind.all)
    func news(_ kind: Kind) async throws {
        let stage = try await CountedStage(try await kind.make(), others: Self.others)
        let event = try await stage.writeElsewhere(3, "20260603T100000000.jsonl")
        let report = try await stage.nextRun(after: .seconds(270))
        #expect(report.pulled == SyncCount(segments: 1, events: 1))
        #expect(await stage.home.absorbed.last == event)
        // The way down to the changed file; OneDrive tells where its bytes are, then gives them. Where nothing watches
        // over ledger.json it is read as well.
        #expect(stage.asked.count <= (kind.isTagged ? 3 + 2 : kind.idle + 2 + 2), "\(stage.asked)")
        await stage.close()
    }
}

/// A home with a closed and an open segment, in step with a service in which others wrote as well, and a whole engine on a
/// clock that the test turns.
private struct CountedStage: Sendable {
    let home: Home
    let clock = TestClock()
    private let service: CountedFolder
    private let engine: SyncEngine
    private let reports: Reports

    private final class Reports: Sendable {
        let all = Mutex<[SyncReport]>([])
    }

    init(_ service: CountedFolder, others: Int) async throws {
        self.service = service
        let reports = Reports()
        self.reports = reports
        home = try await Home(1)
        engine = SyncEngine(store: await home.theStore, clock: clock.syncClock) { report in
            reports.all.withLock { $0.append(report) }
        }
        try await home.write(1, noteLength: 1_040_000)
        try await home.write(1, noteLength: 20_000)
        engine.attach(SyncedLedger(metadata: Home.metadata, key: Home.key, folder: service.folder), to: home)
        #expect(await engine.syncNow(Home.metadata.ledgerID).state == .inSync)
        for device in 1...others { try await writeElsewhere(device, "20260603T090000000.jsonl") }
        #expect(await engine.syncNow(Home.metadata.ledgerID).state == .inSync)
        #expect(await home.absorbed.count == others)
        try await writeAndWait()
        // Tags are believed when they were seen twice alike.
        for _ in 0..<3 { #expect(await engine.syncNow(Home.metadata.ledgerID).state == .inSync) }
        service.forget()
    }

    var asked: [CountedFolder.Asked] { service.asked() }

    /// As another home does.
    @discardableResult
    func writeElsewhere(_ device: Int, _ name: String) async throws -> Event {
        let device = DeviceID(bits: UInt128(0xABC + device))
        let event = await home.makeEvent(by: device)
        try await service.folder.makeDirectory(LedgerPaths.device(device))
        let path = try #require(RelativePath("events/\(device)/\(name)"))
        _ = try await service.folder.write(Segment.seal(lines([event]), key: Home.key), to: path, if: .absent)
        service.forget()
        return event
    }

    /// The report of the push that follows.
    @discardableResult
    func writeAndWait() async throws -> SyncReport {
        try await home.write()
        engine.noteWrite(Home.metadata.ledgerID)
        return try await nextRun(after: .zero, step: .milliseconds(500))
    }

    /// The next run that is reported, with the requests that it made; nobody asks for it.
    func nextRun(after quiet: Duration, step: Duration = .seconds(10)) async throws -> SyncReport {
        let before = reports.all.withLock(\.count)
        service.forget()
        await clock.advance(by: quiet)
        for _ in 0..<60_000 {
            if let report = reports.all.withLock({ $0.count > before ? $0[before] : nil }) { return report }
            try await Task.sleep(for: .milliseconds(1))
            // While a run is under way, nobody sleeps.
            if clock.sleepers > 0 { await clock.advance(by: step) }
        }
        return try #require(reports.all.withLock { $0.count > before ? $0[before] : nil })
    }

    func close() async {
        await engine.stop()
        service.close()
    }
}
