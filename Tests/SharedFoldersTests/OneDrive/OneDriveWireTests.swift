import GraphEmulator
import Testing

@testable import SharedFolders

/// The rows F10 and F17–F35 of the checklist: the connection, the host of the downloads, and bodies that are not whole.
@Suite("OneDrive over a bad line") struct OneDriveWireTests {
    private static let content = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 3) }

    private func begin(_ set: (inout Switches) -> Void = { _ in }) async throws -> (OneDriveBox, OneDriveFolder, ETag) {
        let box = try OneDriveBox(.personal, set)
        let folder = try await box.folder()
        let etag = try await folder.write(Self.content, to: "file", if: .absent)
        _ = try await folder.list(.folder)
        box.graph.clearLog()
        return (box, folder, etag)
    }

    private static let brokenBodies: [Effect] = [
        .truncated(after: 100), .chunkedWithoutEnd(after: 100), .closeDelimited(after: 100), .understated(by: 10),
        .flipped(at: 77), .gzip, .loginPage, .emptyBody, .reset(.beforeAnswer), .reset(.insideFields),
        .reset(.insideBody(after: 100)),
        .status(416), .status(500), .status(404), .status(410),
    ]

    @Test(
        "a download that is not the file is not taken for it, and done again (F10, F18–F22, F26, F27)",
        arguments: brokenBodies.indices)
    func downloads(_ index: Int) async throws {
        let effect = Self.brokenBodies[index]
        let (box, folder, etag) = try await begin()
        box.graph.arm(effect, at: .download)
        #expect(try await folder.read("file", limit: 5000) == FolderFile(bytes: Self.content, etag: etag))
        box.graph.disarm()
        box.graph.arm(effect, at: .download, occurrence: 1...100)
        await #expect { try await folder.read("file", limit: 5000) } throws: { $0.isUnreachable }
        box.expectNoViolations()
    }

    @Test("bytes too many on a connection do not spoil the next answer (F20)")
    func surplus() async throws {
        let (box, folder, _) = try await begin()
        box.graph.arm(.surplus("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"), at: .download, occurrence: 1...3)
        for _ in 0..<3 { #expect(try await folder.read("file", limit: 5000).bytes == Self.content) }
        box.expectNoViolations()
    }

    @Test("a fresh address that is refused is asked for once more (F30)", arguments: [401, 403])
    func refusedAddress(_ status: Int) async throws {
        let (box, folder, _) = try await begin()
        box.graph.arm(.status(status), at: .download)
        #expect(try await folder.read("file", limit: 5000).bytes == Self.content)
        #expect(box.requests == ["GET item", "GET download", "GET item", "GET download"])
        box.graph.disarm()
        box.graph.clearLog()
        box.graph.arm(.status(status), at: .download, occurrence: 1...100)
        await #expect { try await folder.read("file", limit: 5000) } throws: { $0.isDenial }
        #expect(box.requests == ["GET item", "GET download", "GET item", "GET download"])
        #expect(!box.graph.log.contains { $0.origin == .login }, "the account's token is not to blame")
    }

    @Test("a redirect of the download host is followed once, to a listed host alone (F17)")
    func downloadRedirects() async throws {
        let (box, folder, _) = try await begin()
        for effect in [
            Effect.redirect(to: nil), .redirect(to: nil, status: 308), .redirectToItself,
            .redirect(to: "http://192.0.2.1/x"),
            .redirect(to: "https://evil.example/x"), .redirect(to: "http://localhost:1/x"),
            .redirect(to: "file:///etc/passwd"),
        ] {
            let fault = box.graph.arm(effect, at: .download, occurrence: 1...100)
            await #expect { try await folder.read("file", limit: 5000) } throws: { $0.isUnreachable || $0.isDenial }
            box.graph.disarm(fault)
        }
        #expect(box.graph.log.filter { $0.fault != nil }.count == 7, "none was asked a second time")
        box.expectNoViolations()
    }

    @Test("without an address in the metadata, the redirect of /content is read by hand (D8, F17)")
    func contentRedirect() async throws {
        let (box, folder, etag) = try await begin()
        let file = try #require(box.file("file"))
        let tags = [file.eTag, file.cTag].map { $0.replacing("\"", with: "\\\"") }
        let bare =
            #"{"id":"\#(file.id)","name":"file","size":5000,"file":{},"eTag":"\#(tags[0])","cTag":"\#(tags[1])"}"#
        func hide() {
            box.graph.arm(
                .answer(200, fields: [("Content-Type", "application/json")], body: bare), on: .get, ":/file?",
                at: .graph,
                occurrence: 1...100)
        }
        hide()
        #expect(try await folder.read("file", limit: 5000) == FolderFile(bytes: Self.content, etag: etag))
        #expect(box.requests == ["GET item", "GET content", "GET download"])
        for effect in [
            Effect.redirect(to: nil), .redirect(to: "http://192.0.2.1/x"), .redirect(to: "https://evil.example/x"),
            .redirectToItself,
        ] {
            box.graph.disarm()
            hide()
            box.graph.arm(effect, on: .get, "/content", occurrence: 1...100)
            await #expect { try await folder.read("file", limit: 5000) } throws: { $0.isUnreachable || $0.isDenial }
        }
        box.expectNoViolations()
    }

    private static let damages: [Effect.JSONDamage] = [.truncated, .wrongType, .missingValue, .byteOrderMark, .huge]

    @Test("JSON that can not be read is an error, and no listing (F25)", arguments: damages)
    func damagedListing(_ damage: Effect.JSONDamage) async throws {
        let (box, folder, _) = try await begin()
        box.graph.arm(.damaged(damage), on: .get, "/children", occurrence: 1...100)
        await #expect { try await folder.list(.folder) } throws: { $0 is FolderError }
    }

    @Test(
        "metadata that can not be read are an error, and no file (F25)",
        arguments: [Effect.JSONDamage.truncated, .wrongType, .byteOrderMark])
    func damagedItem(_ damage: Effect.JSONDamage) async throws {
        let (box, folder, _) = try await begin()
        box.graph.arm(.damaged(damage), on: .get, ":/file?", at: .graph, occurrence: 1...100)
        await #expect { try await folder.read("file", limit: 5000) } throws: { $0 is FolderError }
    }

    @Test("what nobody knows yet is passed over (F25)")
    func unknownFields() async throws {
        let (box, folder, etag) = try await begin()
        box.graph.arm(.damaged(.unknownFields), at: .graph, occurrence: 1...100)
        #expect(try await folder.list(.folder).map(\.etag) == [etag])
        #expect(try await folder.read("file", limit: 5000).bytes == Self.content)
        _ = try await folder.write([1], to: "file", if: .matches(etag))
    }

    @Test(
        "an answer to a write that can not be read is looked up (F25)",
        arguments: [Effect.JSONDamage.truncated, .byteOrderMark, .wrongType])
    func damagedWrite(_ damage: Effect.JSONDamage) async throws {
        let (box, folder, etag) = try await begin()
        box.graph.arm(.damaged(damage), on: .put, "/content")
        _ = try await folder.write([1, 2], to: "file", if: .matches(etag))
        #expect(box.file("file")?.content == [1, 2] && box.file("file")?.puts == 2)
    }

    @Test(
        "a listing that comes packed, or as somebody's log-in page, is no listing (F26, F27)",
        arguments: [Effect.gzip, .loginPage])
    func strangeListing(_ effect: Effect) async throws {
        let (box, folder, _) = try await begin()
        box.graph.arm(effect, on: .get, "/children", occurrence: 1...100)
        await #expect { try await folder.list(.folder) } throws: { $0.isUnreachable }
    }

    @Test("interim answers and slow ones are answers (F24, F34)")
    func slow() async throws {
        let (box, folder, etag) = try await begin()
        for effect in [
            Effect.earlyHints, .delay(.milliseconds(200)), .continueNever, .continueLate(.milliseconds(200)),
        ] {
            box.graph.arm(effect, occurrence: 1...2)
        }
        #expect(try await folder.list(.folder).map(\.etag) == [etag])
        _ = try await folder.write([1, 2], to: "file", if: .matches(etag))
        #expect(try await folder.read("file", limit: 5).bytes == [1, 2])
    }

    @Test("who waits can be cancelled (F24)")
    func cancelled() async throws {
        let (box, folder, _) = try await begin()
        box.graph.arm(.stall(.beforeAnswer), on: .get, "/children")
        let waiting = Task { try await folder.list(.folder) }
        while box.graph.log.isEmpty { await Task.yield() }
        waiting.cancel()
        await #expect { try await waiting.value } throws: { $0.isUnreachable }
        #expect(try await folder.list(.folder).count == 1)
    }

    @Test("fields without end are refused (F35)")
    func headerBomb() async throws {
        let (box, folder, _) = try await begin()
        for bomb in [Effect.headerBomb(count: 10_000, bytes: 20), .headerBomb(count: 1, bytes: 1_000_000)] {
            box.graph.disarm()
            box.graph.arm(bomb, on: .get, "/children", occurrence: 1...100)
            await #expect { try await folder.list(.folder) } throws: { $0 is FolderError }
        }
    }

    @Test("nobody at the other end is told as such (F32)")
    func nobody() async throws {
        let box = try OneDriveBox()
        let settings = try OneDriveSettings(
            loginURL: "http://127.0.0.1:1", graphURL: "http://127.0.0.1:1", downloadHosts: "127.0.0.1", clientID: "x")
        let account = OneDriveAccount(
            settings: settings, transfer: box.transfer,
            credential: OneDriveCredential(refreshToken: "r", refreshedAt: box.clock.now()), clock: box.clock,
            save: box.disk.save)
        await #expect { try await OneDriveFolder(account: account, root: .path("a")).list(.folder) } throws: {
            $0.isUnreachable
        }
        #expect(await account.state == .connected(name: nil))
    }

    @Test("a wall clock that is wrong by a day changes nothing (F33)", arguments: [-86_400_000, 86_400_000])
    func wrongClock(_ error: Int64) async throws {
        let box = try OneDriveBox()
        let right = box.clock
        let wrong = TransferClock(
            elapsed: right.elapsed, now: { right.now() + error }, sleep: right.sleep, chance: right.chance)
        let account = OneDriveAccount(
            settings: box.settings, transfer: box.transfer,
            credential: OneDriveCredential(
                refreshToken: box.graph.signIn(.owner).refreshToken, refreshedAt: wrong.now()),
            clock: wrong, save: box.disk.save)
        let folder = try await box.folder(account)
        for _ in 0..<3 {
            try await wrong.sleep(.seconds(3000))
            _ = try await folder.list(.folder)
        }
        #expect(!box.graph.log.contains { $0.status == 401 })
        #expect(box.graph.log.filter { $0.origin == .login }.count == 1)
    }

    @Test("no error says an address, a token or a code")
    func secrets() async throws {
        let (box, folder, etag) = try await begin()
        let effects: [Effect] = [
            .status(400), .status(403), .status(410), .redirect(to: "https://evil.example/secret?x=secret"), .loginPage,
        ]
        for effect in effects {
            for origin in [Origin.graph, .download] {
                box.graph.disarm()
                box.graph.arm(effect, at: origin, occurrence: 1...100)
                for error in [
                    await failure { _ = try await folder.read("file", limit: 5000) },
                    await failure { _ = try await folder.write([1], to: "file", if: .matches(etag)) },
                    await failure { _ = try await folder.list(.folder) },
                ] {
                    #expect(
                        !error.contains("secret") && !error.contains("y4m") && !error.contains("Bearer")
                            && !error.contains("?"))
                }
            }
        }
    }

    private func failure(_ body: () async throws -> Void) async -> String {
        do {
            try await body()
            return ""
        } catch {
            return "\(error)"
        }
    }
}
