import Synchronization
import Testing

@testable import SharedFolders

@Suite("An account at a service") struct RemoteAccountTests {
    @Test("an answer is the caller's affair, whatever it says", arguments: [200, 304, 401, 404, 409, 412, 507])
    func answers(status: Int) async throws {
        let service = ScriptedAccount([.answer(status)])
        #expect(try await service.send(.write) == status)
        #expect(service.sent.count == 1 && service.slept.isEmpty)
    }

    @Test("reads are repeated after what is transport, writes only when nothing can have happened")
    func repeats() async throws {
        let unknown: [ScriptedAccount.Step] = [
            .failure(.timedOut("t")), .failure(.cut("c")), .answer(500), .answer(502), .answer(504), .answer(408),
        ]
        for step in unknown {
            #expect(try await ScriptedAccount([step, .answer(200)]).send(.read) == 200)
            #expect(try await ScriptedAccount([step, .answer(200)]).send(.repeatableWrite) == 200)
            let service = ScriptedAccount([step, .answer(200)])
            guard case .outcomeUnknown = await service.failure(.write) else {
                Issue.record("\(step)")
                continue
            }
            #expect(service.sent.count == 1)
        }
        let notDone: [ScriptedAccount.Step] = [
            .failure(.unresolved("u")), .failure(.unconnected("u")), .answer(429), .answer(503), .answer(509),
            .answer(423),
        ]
        for step in notDone {
            let service = ScriptedAccount([step, .answer(201)], chance: 0.25)
            #expect(try await service.send(.write) == 201, "\(step)")
            #expect(service.sent.count == 2)
        }
    }

    @Test("every sending is reported with what became of it, a repetition and a pause as such")
    func reports() async throws {
        let service = ScriptedAccount([.answer(429, ["retry-after": "2"]), .failure(.cut("c")), .answer(200)])
        #expect(try await service.send(.read) == 200)
        let outcomes = service.reports.map(\.outcome)
        #expect(
            outcomes.filter { $0 != .paused } == [.answered(status: 429), .failed, .answered(status: 200)])
        #expect(outcomes.count { $0 == .paused } == 1)
        #expect(service.reports.filter { $0.outcome != .paused }.map(\.isRetry) == [false, true, true])
        #expect(service.reports.allSatisfy { $0.service == .onedrive })
    }

    @Test("what can not get better is thrown at once")
    func useless() async throws {
        let cases: [(TransferFailure, FolderError)] = [
            (.badRequest("b"), .denied("b")), (.insecure("i"), .unreachable("i")), (.tooLong("t"), .damaged("t")),
            (.cancelled, .unreachable("cancelled")),
        ]
        for (failure, error) in cases {
            let service = ScriptedAccount([.failure(failure), .answer(200)])
            #expect(await service.failure(.read) == .folder(error))
            #expect(service.sent.count == 1 && service.slept.isEmpty)
        }
        // A write that arrived is not known to have failed.
        for (failure, reason) in [(TransferFailure.tooLong("t"), "t"), (.cancelled, "cancelled")] {
            let service = ScriptedAccount([.failure(failure)])
            #expect(await service.failure(.write) == .outcomeUnknown(reason, retryAfter: nil))
        }
    }

    @Test("repeats are bounded, with waits that double")
    func bounded() async throws {
        let service = ScriptedAccount(Array(repeating: .answer(500), count: 9), chance: 0.5)
        let failure = await service.failure(.read)
        #expect(failure == .folder(.unreachable("service.example answered with status 500")))
        #expect(service.sent.count == 4)
        #expect(service.slept == [.seconds(1), .seconds(2), .seconds(4)])
    }

    @Test("a repeat that would come too late is not waited for")
    func patience() async throws {
        let service = ScriptedAccount([.answer(500), .answer(500), .answer(500), .answer(500)], chance: 1)
        let failure = await service.failure(.read)
        #expect(failure == .folder(.unreachable("service.example answered with status 500")))
        #expect(service.slept == [.seconds(2), .seconds(4), .seconds(8)])
        #expect(service.elapsed == .seconds(14))
    }

    @Test("a pause of the service holds every request of the account, and nothing is sent before its end")
    func pauseHoldsAll() async throws {
        let service = ScriptedAccount([.answer(429, ["retry-after": "3"])])
        #expect(try await service.send(.read) == 200)
        #expect(service.sent == [.zero, .seconds(3)])
        let other = ScriptedAccount([.answer(503, ["retry-after": "60"])])
        let expected = RemoteFailure.folder(
            .unreachable("service.example answered with status 503", retryAfter: .seconds(60)))
        #expect(await other.failure(.read) == expected)
        #expect(await other.failure(.write) == expected)
        #expect(other.sent.count == 1 && other.slept.isEmpty)
        other.advance(.seconds(45))
        #expect(try await other.send(.write) == 200)
        #expect(other.sent == [.zero, .seconds(60)])
    }

    @Test("pauses without a time double from one to the next, and are counted once for requests sent together")
    func pausesDouble() async throws {
        let service = ScriptedAccount(Array(repeating: .answer(503), count: 3) + [.answer(200)], chance: 1)
        #expect(try await service.send(.read) == 200)
        #expect(service.slept == [.seconds(2), .seconds(4), .seconds(8)])
        let together = ScriptedAccount(Array(repeating: .answer(503), count: 4), chance: 1, holdsUntil: 4)
        let right = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 { group.addTask { (try? await together.send(.read)) == 200 } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 4)
        #expect(together.slept.allSatisfy { $0 <= .seconds(2) } && together.sent.count == 8)
    }

    @Test("a pause that gets longer while a request waits for it is waited out as a whole")
    func longerPause() async throws {
        let service = ScriptedAccount([.answer(429, ["retry-after": "2"]), .answer(429, ["retry-after": "5"])])
        #expect(try await service.send(.read) == 200)
        #expect(service.sent == [.zero, .seconds(2), .seconds(7)])
    }

    @Test("of two pauses the longer one holds, whichever comes first", arguments: [["100", "20"], ["20", "100"]])
    func longestPause(waits: [String]) async throws {
        let service = ScriptedAccount(waits.map { .answer(429, ["retry-after": $0]) }, holdsUntil: 2)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { _ = await service.failure(.read) } }
        }
        guard case .folder(.unreachable(_, retryAfter: .seconds(100))) = await service.failure(.read) else {
            Issue.record("the shorter pause has cut the longer one")
            return
        }
        #expect(service.sent.count == 2)
    }

    @Test("a wait of our own holds nobody back: only what the service asked for is passed on as its wish")
    func ownWaits() async throws {
        let unplugged = ScriptedAccount(Array(repeating: .failure(.unresolved("u")), count: 4))
        #expect(await unplugged.failure(.write) == .folder(.unreachable("u")))
        #expect(try await unplugged.send(.write) == 200)
        let silent = ScriptedAccount([.failure(.timedOut("t"))])
        #expect(await silent.failure(.write) == .outcomeUnknown("t", retryAfter: nil))
        let asking = ScriptedAccount([.answer(423, ["retry-after": "40"])])
        #expect(
            await asking.failure(.write)
                == .folder(.unreachable("service.example answered with status 423", retryAfter: .seconds(40))))
    }

    @Test("a lock on one file holds that file alone")
    func lock() async throws {
        let service = ScriptedAccount([.answer(423), .answer(423)], chance: 0)
        #expect(try await service.send(.write) == 200)
        #expect(service.slept == [.seconds(5), .seconds(5)])
        let busy = ScriptedAccount([.answer(423)], chance: 1)
        let failure = await busy.failure(.write)
        #expect(failure == .folder(.unreachable("service.example answered with status 423")))
        #expect(try await busy.send(.read) == 200)
        #expect(busy.slept.isEmpty)
    }

    @Test("whoever names a time is left alone for so long, also with an error or a lock")
    func askedElsewhere() async throws {
        let failing = ScriptedAccount([.answer(504, ["retry-after": "7"])])
        guard case .outcomeUnknown(_, retryAfter: .seconds(7)) = await failing.failure(.write) else {
            Issue.record("the time is not passed on")
            return
        }
        #expect(try await failing.send(.read) == 200)
        #expect(failing.sent == [.zero, .seconds(7)])
        let locked = ScriptedAccount([.answer(423, ["retry-after": "2"])], chance: 1)
        #expect(try await locked.send(.write) == 200)
        #expect(locked.slept == [.seconds(2)])
    }

    @Test("a task that is cancelled while it waits for a repeat ends then")
    func cancelledWait() async throws {
        let service = ScriptedAccount([.answer(429, ["retry-after": "3"])], failsSleep: true)
        #expect(await service.failure(.read) == .folder(.unreachable("cancelled")))
        #expect(service.sent.count == 1)
    }

    @Test("no more than four requests are under way at once, and all get their turn in order")
    func fourAtOnce() async throws {
        let service = ScriptedAccount([], holdsUntil: 4)
        let right = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<40 { group.addTask { (try? await service.send(.read)) == 200 } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(right == 40 && service.sent.count == 40)
        #expect(service.mostAtOnce == 4)
    }
}

@Suite("A sign-in among slow files") struct ReservedPlaceTests {
    private func request(_ method: String) throws -> TransferRequest {
        TransferRequest(method, try #require(WebAddress("https://service.example/")))
    }

    @Test("is renewed although every place is taken")
    func reserve() async throws {
        let state = Mutex((begun: 0, ended: 0, isReleased: false))
        let account = RemoteAccount(clock: .system, rule: RetryRule()) { request throws(TransferFailure) in
            if request.method == "GET" {
                state.withLock { $0.begun += 1 }
                _ = await eventually { state.withLock(\.isReleased) }
                state.withLock { $0.ended += 1 }
            }
            return TransferAnswer(status: 200, fields: [], body: [])
        }
        let file = try request("GET")
        let files = (0..<5).map { _ in Task { try await account.send(file, .read).status } }
        #expect(await eventually { state.withLock(\.begun) == 4 })
        #expect(try await account.send(try request("POST"), .repeatableWrite, isSignIn: true).status == 200)
        #expect(state.withLock { $0 == (4, 0, false) })
        state.withLock { $0.isReleased = true }
        for file in files { #expect(try await file.value == 200) }
    }
}

@Suite("Places for requests") struct RequestPlacesTests {
    private final class Order: Sendable {
        let numbers = Mutex<[Int]>([])

        func append(_ number: Int) {
            numbers.withLock { $0.append(number) }
        }
    }

    @Test("places are given in the order of asking, and a waiter that is cancelled leaves no gap")
    func order() async throws {
        let places = RequestPlaces(1)
        #expect(await places.enter())
        let order = Order()
        var waiters: [Task<Void, Never>] = []
        for number in 0..<5 {
            waiters.append(
                Task {
                    guard await places.enter() else { return order.append(-number) }
                    order.append(number)
                    places.leave()
                })
            #expect(await eventually { places.waiting == number + 1 })
        }
        waiters[2].cancel()
        await waiters[2].value
        #expect(order.numbers.withLock { $0 } == [-2])
        places.leave()
        for waiter in waiters { await waiter.value }
        #expect(order.numbers.withLock { $0 } == [-2, 0, 1, 3, 4])
        let late = Task {
            while !Task.isCancelled { await Task.yield() }
            return await places.enter()
        }
        late.cancel()
        #expect(await late.value == false)
        #expect(await places.enter())
    }
}
