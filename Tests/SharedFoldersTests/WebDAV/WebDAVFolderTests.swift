import Synchronization
import Testing
import WebDAVEmulator

@testable import SharedFolders

/// What a server may answer besides what it should, and what becomes of it.
@Suite("A WebDAV folder")
struct WebDAVFolderTests {
    typealias Answer = SocketServer.Answer
    typealias Customs = WebDAVEmulator.Customs

    /// With the file `a` in it, whose tag is given along.
    private static func withFolder(
        _ customs: Customs = .nextcloud,
        _ test: (WebDAVEmulator, WebDAVFolder, _ etag: ETag) async throws -> Void
    ) async throws {
        let emulator = try WebDAVEmulator(customs)
        defer { emulator.close() }
        let capabilities = try await emulator.connection().probe()
        let folder = try emulator.connection(capabilities: capabilities).folder("ledger")
        try await folder.makeDirectory(.folder)
        let etag = try await folder.write([1], to: "a", if: .absent)
        emulator.setFault(nil)
        try await test(emulator, folder, etag)
    }

    // MARK: - What a poll and a push cost

    @Test("is listed with one request, read with one, and replaced with one, where the server is good")
    func requests() async throws {
        try await Self.withFolder { emulator, folder, etag in
            _ = try await folder.list(.folder)
            #expect(emulator.requests.map(\.method) == ["PROPFIND"])
            emulator.setFault(nil)
            _ = try await folder.write([2], to: "a", if: .matches(etag))
            #expect(emulator.requests.map(\.method) == ["PUT"])
            #expect(emulator.requests[0].fields["if-match"] == "\"\(etag.text)\"")
            #expect(emulator.requests[0].fields["accept-encoding"] == "identity")
        }
    }

    @Test("tells of a directory that something changed below it")
    func directoryTags() async throws {
        try await Self.withFolder { _, folder, _ in
            try await folder.makeDirectory("events/device")
            let before = try await folder.list(.folder).first { $0.name == "events" }?.etag
            let same = try await folder.list(.folder).first { $0.name == "events" }?.etag
            _ = try await folder.write([1], to: "events/device/a", if: .absent)
            let after = try await folder.list(.folder).first { $0.name == "events" }?.etag
            #expect(before != nil && before == same && before != after)
        }
        try await Self.withFolder(.mangled) { _, folder, _ in
            try await folder.makeDirectory("events")
            #expect(try await folder.list(.folder).first { $0.name == "events" }?.etag == nil)
        }
    }

    // MARK: - Somebody else

    @Test("does not write over what it has not seen, whatever the server honours", arguments: Customs.kinds.map(\.name))
    func unseen(_ name: String) async throws {
        let customs = try #require(Customs.kinds.first { $0.name == name }?.customs)
        try await Self.withFolder(customs) { emulator, folder, etag in
            let theirs = try emulator.connection().folder("ledger")
            _ = try await theirs.write([9], to: "a", if: .none)
            _ = try await theirs.write([9], to: "b", if: .none)
            await #expect(throws: FolderError.changed) { try await folder.write([2], to: "a", if: .matches(etag)) }
            await #expect(throws: FolderError.changed) { try await folder.write([2], to: "b", if: .absent) }
            await #expect(throws: FolderError.changed) { try await folder.delete("a", if: .matches(etag)) }
            #expect(try await folder.read("a", limit: 9).bytes == [9])
            #expect(try await folder.read("b", limit: 9).bytes == [9])
            #expect(try await folder.list(.folder).map(\.name) == ["a", "b"])
        }
    }

    @Test("notices that it was overwritten at once, where the server looks for nothing")
    func overtaken() async throws {
        try await Self.withFolder(.bare) { emulator, folder, etag in
            // Another home's write lands between ours and the look at it.
            emulator.setFault { request in
                guard request.method == "GET", emulator.hasReceived("PUT") else { return nil }
                return Answer(status: 200, body: [7])
            }
            await #expect(throws: FolderError.changed) { try await folder.write([2], to: "a", if: .matches(etag)) }
        }
    }

    // MARK: - Answers lost on their way

    @Test("has written what it finds there, though the answer was lost", arguments: ["cut", "500"])
    func lostAnswer(_ how: String) async throws {
        for customs in [Customs.nextcloud, .careless, .bare] {
            try await Self.withFolder(customs) { emulator, folder, _ in
                let isDone = Mutex(false)
                emulator.setFault { request in
                    guard ["PUT", "MOVE"].contains(request.method), !isDone.withLock({ $0 }) else { return nil }
                    // Carried out, but not acknowledged: by the emulator's own hand, since the answer is ours.
                    isDone.withLock { $0 = true }
                    return Answer(status: 500, isCut: how == "cut", carriesOut: true)
                }
                let etag = try await folder.write([2], to: "b", if: .absent)
                #expect(try await folder.read("b", limit: 1).bytes == [2])
                #expect(try await folder.list(.folder).first { $0.name == "b" }?.etag == etag)
            }
        }
    }

    @Test("has not written what it does not find there")
    func lostRequest() async throws {
        try await Self.withFolder { emulator, folder, etag in
            emulator.setFault { $0.method == "PUT" ? Answer(status: 502) : nil }
            await #expect { try await folder.write([2], to: "a", if: .matches(etag)) } throws: { $0.isUnreachable }
            await #expect { try await folder.write([2], to: "b", if: .absent) } throws: { $0.isUnreachable }
            emulator.setFault(nil)
            let file = try await folder.read("a", limit: 1)
            #expect(file.bytes == [1])
        }
    }

    // MARK: - Refusals

    @Test("means by each status what is to be done about it")
    func statuses() async throws {
        try await Self.withFolder { emulator, folder, etag in
            let expected: [(Int, (any Error) -> Bool)] = [
                (403, { $0.isDenial }), (413, { $0.isDamage }), (423, { $0.isUnreachable }),
                (429, { $0.isUnreachable }),
                (503, { $0.isUnreachable }), (507, { $0 as? FolderError == .full }),
                (412, { $0 as? FolderError == .changed }), (409, { $0.isDenial }), (501, { $0.isDenial }),
            ]
            for (status, isRight) in expected {
                let connection = try emulator.connection(
                    capabilities: .init(text: "tags=server replaces-known answers-tag"))
                emulator.setFault { $0.method == "PUT" ? Answer(status: status) : nil }
                await #expect("\(status)") {
                    try await connection.folder("ledger").write([2], to: "a", if: .matches(etag))
                } throws: { isRight($0) }
            }
        }
    }

    @Test("stays away after the first refused password, until somebody gives another")
    func refusedPassword() async throws {
        try await Self.withFolder { emulator, folder, _ in
            emulator.setFault { _ in Answer(status: 401, fields: [("WWW-Authenticate", "Basic realm=\"x\"")]) }
            for _ in 1...3 {
                await #expect { try await folder.list(.folder) } throws: { $0.isSignInNeeded }
                await #expect { try await folder.write([1], to: "b", if: .absent) } throws: { $0.isSignInNeeded }
            }
            #expect(emulator.requests.count == 1)
        }
    }

    @Test("asks again half a day later, in case it was the server's fault")
    func refusalPasses() async throws {
        try await Self.withFolder { emulator, _, _ in
            let hours = Mutex(0)
            let clock = TransferClock(
                elapsed: { .seconds(hours.withLock { $0 } * 3600) }, now: { 0 }, sleep: { _ in }, chance: { 0 })
            let folder = try emulator.connection(capabilities: .init(), clock: clock).folder("ledger")
            emulator.setFault { _ in Answer(status: 401) }
            await #expect { try await folder.list(.folder) } throws: { $0.isSignInNeeded }
            emulator.setFault(nil)
            await #expect { try await folder.list(.folder) } throws: { $0.isSignInNeeded }
            #expect(emulator.requests.isEmpty)
            hours.withLock { $0 = 7 }
            #expect(try await folder.list(.folder).map(\.name) == ["a"])
        }
    }

    @Test("tries out again what it was not allowed to try out, after a while")
    func probedAgain() async throws {
        try await Self.withFolder { emulator, _, _ in
            let minutes = Mutex(0)
            let clock = TransferClock(
                elapsed: { .seconds(minutes.withLock { $0 } * 60) }, now: TransferClock.system.now, sleep: { _ in },
                chance: { 0 })
            let connection = try emulator.connection(clock: clock)
            emulator.setFault { ["MKCOL", "PUT"].contains($0.method) ? Answer(status: 403) : nil }
            #expect(try await connection.folder("ledger").list(.folder).map(\.name) == ["a"])
            #expect(try await connection.capabilities() == WebDAVCapabilities())
            emulator.setFault(nil)
            #expect(try await connection.capabilities() == WebDAVCapabilities())
            #expect(emulator.requests.isEmpty)
            minutes.withLock { $0 = 11 }
            let found = try await connection.capabilities()
            #expect(found.replacesKnown && found.tags == .server)
        }
    }

    @Test("tells which part of a directory could not be removed")
    func partlyRemoved() async throws {
        try await Self.withFolder { emulator, folder, _ in
            try await folder.makeDirectory("d")
            let body =
                #"<multistatus xmlns="DAV:"><response><href>/x</href><status>HTTP/1.1 403 No</status></response></multistatus>"#
            emulator.setFault { $0.method == "DELETE" ? Answer(status: 207, body: Array(body.utf8)) : nil }
            await #expect { try await folder.delete("d", if: .none) } throws: { $0.isDenial }
        }
    }

    @Test("a directory with something in it that no path can name is not empty, and is not deleted with it")
    func hiddenMember() async throws {
        try await Self.withFolder { emulator, folder, _ in
            try await folder.makeDirectory("d")
            let hidden = ["dav", "ledger", "d", "a\\b"]
            emulator.world.withLock { _ = emulator.change(hidden, .file([1]), &$0) }
            #expect(try await folder.list("d").isEmpty)
            await #expect(throws: FolderError.changed) { try await folder.delete("d", if: .none) }
            #expect(emulator.world.withLock { $0.entries[hidden] } != nil)
        }
    }

    // MARK: - Redirects

    @Test(
        "follows a redirect within the server when it reads, and none when it writes", arguments: [301, 302, 307, 308])
    func redirects(_ status: Int) async throws {
        try await Self.withFolder { emulator, folder, etag in
            emulator.setFault { request in
                guard !request.target.contains("moved"),
                    !request.target.contains("ledger/a") || request.method != "PROPFIND"
                else { return nil }
                return Answer(status: status, fields: [("Location", "/dav/moved/")])
            }
            await #expect(throws: FolderError.missing) { try await folder.list(.folder) }
            #expect(emulator.requests.map(\.target).prefix(2) == ["/dav/ledger/", "/dav/moved/"])
            await #expect { try await folder.write([2], to: "a", if: .matches(etag)) } throws: { $0.isDenial }
            #expect(emulator.requests.filter { $0.target.contains("moved") }.allSatisfy { $0.method == "PROPFIND" })
            emulator.setFault(nil)
            let file = try await folder.read("a", limit: 1)
            #expect(file.bytes == [1])
        }
    }

    @Test(
        "gives its password to no other server, and says where it was sent",
        arguments: [
            "https://127.0.0.1/dav/", "http://localhost:1/dav/", "https://elsewhere.example/x?secret", "", "http://",
        ])
    func strangers(_ location: String) async throws {
        try await Self.withFolder { emulator, folder, _ in
            emulator.setFault { _ in Answer(status: 301, fields: [("Location", location)]) }
            await #expect { try await folder.list(.folder) } throws: { $0.isDenial && !"\($0)".contains("secret") }
            #expect(emulator.requests.count == 1)
        }
    }

    @Test("does not run in circles")
    func circles() async throws {
        try await Self.withFolder { emulator, folder, _ in
            emulator.setFault { _ in Answer(status: 302, fields: [("Location", "/dav/round/")]) }
            await #expect { try await folder.list(.folder) } throws: { $0.isDenial }
            #expect(emulator.requests.count < 10)
        }
    }

    // MARK: - Pages in the place of answers

    @Test("takes no sign-in page for a listing or a file, nor half a listing for a whole one")
    func pages() async throws {
        let page = Array("<!DOCTYPE html><html><body>Please sign in<br></body></html>".utf8)
        let bomb = Array(#"<!DOCTYPE a [<!ENTITY b "b">]><multistatus xmlns="DAV:">&b;</multistatus>"#.utf8)
        let half = Array(#"<?xml version="1.0"?><multistatus xmlns="DAV:"><response><href>/dav/led"#.utf8)
        let other = Array(
            #"<multistatus xmlns="DAV:"><response><href>/elsewhere/</href></response></multistatus>"#.utf8)
        let html = [(name: "Content-Type", value: "text/html; charset=utf-8")]
        try await Self.withFolder { emulator, folder, _ in
            for answer in [
                Answer(status: 200, fields: html, body: page), Answer(status: 207, fields: html, body: page),
                Answer(status: 207, body: bomb), Answer(status: 207, body: half), Answer(status: 207, body: other),
                Answer(status: 200), Answer(status: 207),
            ] {
                emulator.setFault { $0.method == "PROPFIND" ? answer : nil }
                await #expect { try await folder.list(.folder) } throws: { $0.isUnreachable }
            }
            emulator.setFault { $0.method == "GET" ? Answer(status: 200, fields: html, body: page) : nil }
            await #expect { try await folder.read("a", limit: 1000) } throws: { $0.isUnreachable }
            emulator.setFault { $0.method == "PUT" ? Answer(status: 200, fields: html, body: page) : nil }
            await #expect { try await folder.write([2], to: "b", if: .none) } throws: { $0 is FolderError }
        }
    }

    @Test("compares the length of a file that has just changed with the directory's, and waits for the whole of it")
    func half() async throws {
        try await Self.withFolder { emulator, folder, _ in
            _ = try await folder.write([1, 2, 3, 4], to: "a", if: .none)
            let reads = Mutex(0)
            emulator.setFault { request in
                guard request.method == "GET" else { return nil }
                return reads.withLock { count in
                    count += 1
                    return count < 3 ? Answer(status: 200, fields: [("ETag", "\"x\"")], body: [1, 2]) : nil
                }
            }
            #expect(try await folder.read("a", limit: 9).bytes == [1, 2, 3, 4])
            emulator.setFault { $0.method == "GET" ? Answer(status: 200, body: [1, 2]) : nil }
            await #expect { try await folder.read("a", limit: 9) } throws: { $0.isUnreachable }
        }
    }

    // MARK: - The probe

    @Test("is not made where the address leads nowhere, or may not be written")
    func unusable() async throws {
        let emulator = try WebDAVEmulator()
        defer { emulator.close() }
        emulator.setFault { $0.method == "MKCOL" ? Answer(status: 403) : nil }
        await #expect { try await emulator.connection().probe() } throws: { $0.isDenial }
        // Who may only read can do that all the same.
        #expect(try await emulator.connection().folder().list(.folder).isEmpty)
        // A full folder can still be read.
        emulator.setFault { ["PUT", "MKCOL"].contains($0.method) ? Answer(status: 507) : nil }
        await #expect(throws: FolderError.full) { try await emulator.connection().probe() }
        #expect(try await emulator.connection().folder().list(.folder).isEmpty)
        emulator.setFault { _ in Answer(status: 404) }
        await #expect(throws: FolderError.missing) { try await emulator.connection().probe() }
        await #expect(throws: FolderError.missing) {
            try await emulator.connection().folder("x").makeDirectory(.folder)
        }
        emulator.setFault { _ in Answer(status: 405) }
        await #expect { try await emulator.connection().probe() } throws: { $0.isDenial }
    }

    @Test(
        "finds out what the server does",
        arguments: [
            ("like Nextcloud", "tags=server creates-once replaces-known deletes-known answers-tag marks-directories"),
            ("with mangled tags", "tags=server creates-once replaces-known deletes-known"),
            ("that ignores preconditions", "tags=server moves-once"),
            ("with times for tags", "tags=stamps creates-once replaces-known deletes-known"),
            ("that honours nothing", "tags=stamps"), ("that tells nothing", "tags=content"),
        ])
    func probe(_ name: String, _ found: String) async throws {
        let customs = try #require(Customs.kinds.first { $0.name == name }?.customs)
        let emulator = try WebDAVEmulator(customs)
        defer { emulator.close() }
        #expect(try await emulator.connection().probe().text == found)
        #expect(emulator.world.withLock { $0.entries.count } == 1)
    }
}

extension Error {
    var isSignInNeeded: Bool {
        if case .signInNeeded = self as? FolderError { true } else { false }
    }
}
