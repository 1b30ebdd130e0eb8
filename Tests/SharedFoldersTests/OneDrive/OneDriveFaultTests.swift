import GraphEmulator
import Testing

@testable import SharedFolders

/// The rows F3–F17 and F28–F31 of the checklist, as Graph shows them; the wire's own faults are in `OneDriveWireTests`.
@Suite("OneDrive in trouble") struct OneDriveFaultTests {
    enum Call: String, CaseIterable, Sendable {
        case list, read, create, replace, delete, makeDirectory

        var pattern: (Method, String) {
            switch self {
            case .list: (.get, "/children")
            case .read: (.get, ":/file?")
            case .create: (.put, ":/new:/content")
            case .replace: (.put, "/content")
            case .delete: (.delete, "/items/")
            case .makeDirectory: (.post, "/children")
            }
        }

        func run(_ folder: OneDriveFolder, _ etag: ETag) async throws {
            switch self {
            case .list: #expect(try await folder.list(.folder).map(\.name) == ["file"])
            case .read: #expect(try await folder.read("file", limit: 10).bytes == [1, 2, 3])
            case .create: _ = try await folder.write([4], to: "new", if: .absent)
            case .replace: _ = try await folder.write([1, 2, 3, 4], to: "file", if: .matches(etag))
            case .delete: try await folder.delete("file", if: .matches(etag))
            case .makeDirectory: try await folder.makeDirectory("directory")
            }
        }
    }

    /// A folder with one file of three bytes, and an empty log.
    private func begin(_ set: (inout Switches) -> Void = { _ in }) async throws -> (OneDriveBox, OneDriveFolder, ETag) {
        let box = try OneDriveBox(.personal, set)
        let folder = try await box.folder()
        let etag = try await folder.write([1, 2, 3], to: "file", if: .absent)
        _ = try await folder.list(.folder)
        box.graph.clearLog()
        return (box, folder, etag)
    }

    @Test("403 is told and not repeated (F3)", arguments: Call.allCases)
    func forbidden(_ call: Call) async throws {
        let (box, folder, etag) = try await begin()
        box.graph.arm(.status(403), on: call.pattern.0, call.pattern.1, at: .graph, occurrence: 1...9)
        await #expect { try await call.run(folder, etag) } throws: { $0.isDenial }
        #expect(box.graph.log.filter { $0.status == 403 }.count == 1)
        box.expectNoViolations()
    }

    @Test("404 once is not noticed (F4)", arguments: Call.allCases)
    func missingOnce(_ call: Call) async throws {
        let (box, folder, etag) = try await begin()
        box.graph.arm(.status(404), on: call.pattern.0, call.pattern.1, at: .graph)
        try await call.run(folder, etag)
        #expect((box.file("new")?.puts ?? 1) == 1)
        #expect((box.file("file") == nil) == (call == .delete), "what is not found once is not gone")
        box.expectNoViolations()
    }

    @Test("404 for good on a file that is listed is a service that lags, not an absence (F5)")
    func missingItem() async throws {
        let (box, folder, _) = try await begin()
        box.graph.arm(.status(404), on: .get, ":/file?", occurrence: 1...100)
        #expect(try await folder.read("file", limit: 3).bytes == [1, 2, 3], "reached by its id")
        let id = try #require(box.file("file")).id
        box.graph.arm(.status(404), on: .get, "/items/\(id)?", occurrence: 1...100)
        await #expect { try await folder.read("file", limit: 3) } throws: { $0.isUnreachable }
    }

    @Test("a folder that is gone is told, and never made anew (F5, S6)")
    func missingFolder() async throws {
        let (box, folder, etag) = try await begin()
        box.graph.remove("SplitClone/ledger")
        for call in Call.allCases {
            await #expect(throws: OneDriveFolder.lost, "\(call)") { try await call.run(folder, etag) }
        }
        await #expect(throws: OneDriveFolder.lost) { try await folder.makeDirectory(.folder) }
        #expect(box.graph.item("SplitClone/ledger") == nil)
        #expect(!box.graph.log.contains { $0.method == "POST" && $0.status < 300 })
    }

    @Test(
        "a write whose answer is lost is recognised as our own (F6, F22)",
        arguments: [
            Effect.reset(.insideFields), .reset(.insideBody(after: 5)), .status(504), .status(500, form: .html),
            .emptyBody,
        ])
    func lostAnswer(_ effect: Effect) async throws {
        for precondition in [0, 1, 2] {
            let (box, folder, etag) = try await begin()
            box.graph.arm(effect, on: .put, "/content", committed: true)
            let path: RelativePath = precondition == 1 ? "new" : "file"
            let conditions: [Precondition] = [.none, .absent, .matches(etag)]
            let written = try await folder.write([5, 6], to: path, if: conditions[precondition])
            #expect(box.file(path.description)?.content == [5, 6])
            #expect(box.file(path.description)?.puts == (precondition == 1 ? 1 : 2), "written once")
            #expect(try await folder.list(.folder).contains { $0.etag == written })
            box.expectNoViolations()
        }
    }

    @Test(
        "a write that never arrived is sent again (F22)",
        arguments: [Effect.reset(.beforeAnswer), .status(500), .status(502, form: .empty)])
    func neverArrived(_ effect: Effect) async throws {
        let (box, folder, etag) = try await begin()
        box.graph.arm(effect, on: .put, "/content", committed: false)
        _ = try await folder.write([5, 6], to: "file", if: .matches(etag))
        _ = try await folder.write([7], to: "new", if: .absent)
        #expect(box.file("file")?.content == [5, 6] && box.file("new")?.content == [7])
    }

    @Test("a name that is taken by other content is left alone (F7)")
    func clash() async throws {
        let (box, folder, _) = try await begin()
        box.graph.makeFile("SplitClone/ledger/new", [9, 9])
        await #expect(throws: FolderError.changed) { try await folder.write([4], to: "new", if: .absent) }
        await #expect(throws: FolderError.changed) { try await folder.write([4, 4], to: "new", if: .absent) }
        #expect(box.file("new")?.content == [9, 9])
    }

    @Test(
        "a conflict without a reason is looked at, and the write repeated (F8, F9)",
        arguments: [
            Effect.status(409, code: "resourceModified"), .status(409), .status(412), .status(412, form: .empty),
        ])
    func spurious(_ effect: Effect) async throws {
        let (box, folder, etag) = try await begin()
        box.graph.arm(effect, on: .put, "/content", occurrence: 1...2)
        _ = try await folder.write([5, 6], to: "file", if: .matches(etag))
        box.graph.disarm()
        box.graph.arm(effect, on: .put, "/content", occurrence: 1...2)
        _ = try await folder.write([7], to: "new", if: .absent)
        #expect(box.file("file")?.content == [5, 6] && box.file("new")?.content == [7])
        box.graph.arm(effect, on: .put, "/content", occurrence: 1...100)
        await #expect { try await folder.write([8], to: "other", if: .absent) } throws: { $0.isUnreachable }
        box.expectNoViolations()
    }

    @Test(
        "a change before the look is seen by it, whatever a condition is worth",
        arguments: Uncertainties.Precondition.allCases)
    func earlyConflict(_ manner: Uncertainties.Precondition) async throws {
        let (box, folder, etag) = try await begin { $0.uncertainties.putIfMatch = manner }
        box.graph.makeFile("SplitClone/ledger/file", [9, 9, 9, 9])
        await #expect(throws: FolderError.changed) { try await folder.write([5, 6], to: "file", if: .matches(etag)) }
        #expect(box.file("file")?.content == [9, 9, 9, 9])
    }

    @Test("a real 412 between the look and the write is a change; where conditions are ignored, the last one wins (F9)")
    func realConflict() async throws {
        for manner in Uncertainties.Precondition.allCases {
            let (box, folder, etag) = try await begin { $0.uncertainties.putIfMatch = manner }
            box.afterNextAnswer { [graph = box.graph] in graph.makeFile("SplitClone/ledger/file", [9, 9, 9, 9]) }
            let outcome = await result { () throws(FolderError) in
                try await folder.write([5, 6], to: "file", if: .matches(etag))
            }
            #expect(box.requests.prefix(2) == ["GET item", "PUT content"])
            switch manner {
            case .honoured:
                #expect(outcome == .failure(.changed))
                #expect(box.file("file")?.content == [9, 9, 9, 9])
            case .ignored:
                #expect(throws: Never.self) { try outcome.get() }
                #expect(box.file("file")?.content == [5, 6])
            }
        }
    }

    private func result<Value>(
        _ work: () async throws(FolderError) -> Value
    ) async -> Result<Value, FolderError> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }

    @Test("a lock is waited for (F11)", arguments: ["accessDenied", "notAllowed"], [Call.create, .replace, .delete])
    func locked(_ code: String, _ call: Call) async throws {
        let (box, folder, etag) = try await begin()
        box.graph.arm(.status(423, code: code), on: call.pattern.0, call.pattern.1)
        let start = box.graph.now
        try await call.run(folder, etag)
        #expect(box.graph.now - start >= 5000)
    }

    @Test("a pause holds everything that the account sends, whatever it was going to ask (F12)")
    func pause() async throws {
        let box = try OneDriveBox()
        let calls = [Call.list, .list, .list, .read]
        // Who sleeps does so until everybody else sleeps too, or is done because nothing held them.
        let settled = Counter()
        let clock = TransferClock(
            elapsed: box.clock.elapsed, now: box.clock.now,
            sleep: { time in
                settled.increment()
                while settled.value <= calls.count { await Task.yield() }
                try await box.clock.sleep(time)
            }, chance: box.clock.chance)
        let folder = try await box.folder(box.account(clock: clock))
        let etag = try await folder.write([1, 2, 3], to: "file", if: .absent)
        box.graph.clearLog()
        box.graph.arm(.status(429, retryAfter: "3"), "/children", at: .graph)
        let first = Task { try await Call.list.run(folder, etag) }
        while settled.value == 0 { await Task.yield() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for call in calls {
                group.addTask {
                    defer { settled.increment() }
                    try await call.run(folder, etag)
                }
            }
            try await group.waitForAll()
        }
        try await first.value
        let log = box.graph.log
        #expect(log.first?.status == 429 && log.count > calls.count + 1)
        #expect(log.dropFirst().allSatisfy { $0.time >= log[0].time + 3000 })
    }

    @Test(
        "every form of Retry-After is survived, and clipped (F13)",
        arguments: [
            "0", "-5", "abc", "1000000000", "Sat, 21 Nov 2026 12:00:03 GMT", "Sat, 21 Nov 2020 12:00:00 GMT", "",
        ])
    func retryAfter(_ value: String) async throws {
        for status in [429, 503] {
            let (box, folder, _) = try await begin()
            box.graph.arm(.status(status, retryAfter: value), "/children", at: .graph)
            switch await listing(folder) {
            case .success(let entries): #expect(entries.count == 1)
            case .failure(let error):
                guard case .unreachable(_, let wait?) = error else { throw error }
                #expect(wait >= .seconds(1) && wait <= .seconds(3600))
                let sent = box.graph.log.count
                await #expect { try await folder.list(.folder) } throws: { $0.isUnreachable }
                #expect(box.graph.log.count == sent, "left alone")
                try await box.clock.sleep(.seconds(3601))
                #expect(try await folder.list(.folder).count == 1)
            }
        }
    }

    private func listing(_ folder: OneDriveFolder, _ path: RelativePath = .folder) async -> Result<
        [FolderEntry], FolderError
    > {
        do throws(FolderError) {
            return .success(try await folder.list(path))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "a service that fails is asked again, whatever its page looks like (F14)",
        arguments: [500, 502, 503, 504, 509], [Effect.ErrorForm.json, .html, .empty, .lowerCaseInner, .nestedInner])
    func failing(_ status: Int, _ form: Effect.ErrorForm) async throws {
        let (box, folder, etag) = try await begin()
        for call in Call.allCases {
            box.graph.arm(.status(status, form: form), on: call.pattern.0, call.pattern.1, at: .graph)
            if call == .read { _ = try await folder.read("file", limit: 10) } else { try await call.run(folder, etag) }
            box.graph.disarm()
            if call == .replace { break }
        }
        box.graph.arm(.status(status, form: form), on: .get, at: .download)
        #expect(try await folder.read("file", limit: 10).bytes == [1, 2, 3, 4])
    }

    @Test("a full drive is told, once, and can still be read (F15)")
    func full() async throws {
        let (box, folder, etag) = try await begin { $0.quota = 4 }
        await #expect(throws: FolderError.full) {
            try await folder.write([1, 2, 3, 4], to: "file", if: .matches(etag))
        }
        #expect(box.graph.log.filter { $0.status == 507 }.count == 1)
        await #expect(throws: FolderError.full) { try await folder.write([4, 4], to: "new", if: .absent) }
        #expect(try await folder.read("file", limit: 3).bytes == [1, 2, 3])
    }

    @Test("a page whose link has ended begins the listing anew (F16)")
    func oldPage() async throws {
        let (box, folder, _) = try await begin()
        for number in 0..<250 { box.graph.makeFile("SplitClone/ledger/f\(1000 + number)", [1]) }
        box.graph.arm(.status(410), on: .get, "$skiptoken")
        #expect(try await folder.list(.folder).count == 251)
        box.graph.arm(.status(410), on: .get, "$skiptoken", occurrence: 1...100)
        await #expect { try await folder.list(.folder) } throws: { $0.isUnreachable }
    }

    @Test(
        "a redirect of Graph is not followed (F17)",
        arguments: [
            Effect.redirect(to: nil, status: 308), .redirect(to: nil), .redirect(to: "http://127.0.0.1:9/x"),
            .redirectToItself,
            .redirect(to: "https://graph.example/v1.0/x", status: 307),
        ])
    func redirects(_ effect: Effect) async throws {
        for call in Call.allCases {
            let (box, folder, etag) = try await begin()
            box.graph.arm(effect, on: call.pattern.0, call.pattern.1, at: .graph, occurrence: 1...100)
            await #expect { try await call.run(folder, etag) } throws: { $0.isUnreachable }
            #expect(box.graph.log.filter { $0.fault != nil }.count == 1)
        }
    }

    @Test("the link of a page leads to Graph alone (F17)")
    func foreignPage() async throws {
        let (box, folder, _) = try await begin()
        for link in ["https://evil.example/v1.0/x", box.graph.origin(.download) + "/v1.0/x", "/v1.0/x", "nonsense"] {
            box.graph.arm(
                .answer(
                    200, fields: [("Content-Type", "application/json")],
                    body: #"{"value":[],"@odata.nextLink":"\#(link)"}"#),
                on: .get, "/children")
            await #expect { try await folder.list(.folder) } throws: { $0.isUnreachable }
            #expect(!box.graph.log.contains { $0.origin == .download })
        }
        let circle = box.graph.origin(.graph) + "/v1.0/circle"
        box.graph.arm(
            .answer(
                200, fields: [("Content-Type", "application/json")],
                body: #"{"value":[],"@odata.nextLink":"\#(circle)"}"#),
            on: .get, "/", at: .graph, occurrence: 1...100)
        await #expect { try await folder.list(.folder) } throws: { $0.isUnreachable }
    }

    @Test("a service that lags behind its own answers deletes nothing and doubles nothing (F28)", arguments: 1...6)
    func lag(_ requests: Int) async throws {
        let box = try OneDriveBox { switches in
            switches.lag.byPath = requests * 3
            switches.lag.byID = requests
            switches.lag.intoNewFolder = requests
            switches.lag.listNotFound = requests
            switches.lag.listEmpty = 1
        }
        let folder = try await box.folder()
        try await folder.makeDirectory("events/one")
        let etag = try await folder.write([1, 2], to: "events/one/a", if: .absent)
        #expect(box.file("events/one/a")?.puts == 1)
        var names: [String] = []
        for _ in 0..<10 {
            if case .success(let entries) = await listing(folder, "events/one") { names = entries.map(\.name) }
        }
        #expect(names == ["a"])
        _ = try await folder.write([1, 2, 3], to: "events/one/a", if: .matches(etag))
        #expect(try await folder.read("events/one/a", limit: 3).bytes == [1, 2, 3])
        #expect(box.graph.items().filter { !$0.isFolder }.count == 1)
        box.expectNoViolations()
    }

    @Test("an entry that vanishes from one listing is still there to be read and written (F28)")
    func omitted() async throws {
        let (box, folder, etag) = try await begin()
        box.graph.arm(.omit("file"), on: .get, "/children")
        #expect(try await folder.list(.folder).isEmpty)
        box.graph.arm(.status(404), on: .get, ":/file?")
        #expect(try await folder.read("file", limit: 3).bytes == [1, 2, 3])
        _ = try await folder.write([1, 2, 3, 4], to: "file", if: .matches(etag))
        #expect(try await folder.list(.folder).count == 1)
    }

    @Test("what is listed twice is there once (D6, F29)")
    func doubles() async throws {
        let (box, folder, _) = try await begin()
        for effect in [Effect.duplicate("file"), .twin("file")] {
            box.graph.arm(effect, on: .get, "/children")
            #expect(try await folder.list(.folder).map(\.name) == ["file"])
            box.graph.disarm()
        }
    }

    @Test("a file that is held back as malware is told, and the others are read (F31)")
    func malware() async throws {
        let (box, folder, _) = try await begin()
        box.graph.makeFile("SplitClone/ledger/other", [8])
        box.graph.arm(.status(403, code: "malwareDetected"), on: .get, ":/file?")
        await #expect { try await folder.read("file", limit: 3) } throws: {
            if case .denied(let reason)? = $0 as? FolderError { reason.contains("malware") } else { false }
        }
        #expect(try await folder.read("other", limit: 3).bytes == [8])
    }
}
