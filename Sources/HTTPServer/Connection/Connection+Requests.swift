extension Connection {
    /// Answers the requests in `input` until it ends, somebody has to be waited for, or the turn is over. Returns how much
    /// has been dealt with.
    mutating func parse(_ input: Span<UInt8>, _ bench: inout Workbench, _ turn: inout Turn) -> Int {
        var offset = 0
        do throws(WireProblem) {
            while offset < input.count, takesRequests, !isBlocked, turn.requests > 0 {
                switch try parser.step(input, at: &offset, limits: bench.limits) {
                case .needsMore:
                    // The deadline counts from the first byte, not from the last.
                    if case .idle = phase { enter(.head, bench) }
                    hasUnparsed = false
                    return offset
                case .head(let head):
                    turn.requests -= 1
                    try begin(head, &bench)
                case .body(let bytes):
                    complete(bytes, &bench)
                }
                if bench.output.count > bench.limits.batchBytes { _ = flush(&bench) }
            }
        } catch {
            refuse(error, &bench)
            return input.count
        }
        hasUnparsed = offset < input.count
        return offset
    }

    /// A head is there: who is meant, and is its body wanted?
    private mutating func begin(_ head: RequestHead, _ bench: inout Workbench) throws(WireProblem) {
        let id = bench.nextID()
        current = Current(id: id, head: head, started: LoopClock.nanoseconds)
        guard bench.serves(head) else {
            throw WireProblem(.misdirectedRequest, "misdirected-request", "This server does not serve that host.")
        }
        if isAstray { return try showTheWay(head, &bench) }
        guard head.hasBody else { return dispatch(head, [], id, &bench) }
        switch bench.application.admit(head, from: peer, id: id) {
        case .body(let limit):
            try parser.expectBody(of: head, limit: limit, isKept: true, limits: bench.limits)
            let expected = head.contentLength ?? min(limit, bench.limits.chunkedBodyBytes)
            guard census.reserve(bodyBytes: expected) else { throw .tooBusy }
            reservedBytes = expected
            enter(.body, bench)
            if head.layout.expectsContinue { bench.output.append("HTTP/1.1 100 Continue\r\n\r\n") }
        case .refuse(let response):
            let length = head.contentLength ?? 0
            guard length <= bench.limits.discardedBodyBytes, !head.layout.expectsContinue else {
                current?.closes = true
                return answer(response, &bench)
            }
            refusal = response
            try parser.expectBody(of: head, limit: bench.limits.discardedBodyBytes, isKept: false, limits: bench.limits)
            enter(.body, bench)
        }
    }

    private mutating func complete(_ body: [UInt8], _ bench: inout Workbench) {
        if let refusal {
            self.refusal = nil
            answer(refusal, &bench)
        } else if let current, let head = current.head {
            dispatch(head, body, current.id, &bench)
        }
    }

    /// The request is whole: answer it now, or start its handler on this loop.
    private mutating func dispatch(_ head: RequestHead, _ body: [UInt8], _ id: RequestID, _ bench: inout Workbench) {
        if head.method == .options, head.path == "*" {
            return answer(Response(.noContent, ["Allow": Method.allowValue(Method.offered)]), &bench)
        }
        let request = Request(head: head, body: body, peer: peer, id: id)
        if let response = bench.application.respondNow(to: request) { return answer(response, &bench) }
        phase = .busy
        bench.handlers += 1
        let (application, handle, tag) = (bench.application, bench.handle, tag)
        Task(executorPreference: handle) {
            handle.post(.answer(tag, await application.respond(to: request)))
        }
    }

    /// The request cannot be answered as one: say why, and end the connection.
    mutating func refuse(_ problem: WireProblem, _ bench: inout Workbench) {
        defer { refusal = nil }
        if current == nil {
            current = Current(id: bench.nextID(), head: nil, started: LoopClock.nanoseconds)
        }
        current?.closes = true
        guard let current else { return }
        var response =
            refusal ?? bench.application.response(to: problem, path: current.head?.path, id: current.id)
            ?? Response(problem.status, contentType: "text/plain; charset=utf-8", Array("\(problem.detail)\n".utf8))
        if refusal == nil, let seconds = problem.retryAfterSeconds {
            response.fields.append("Retry-After", String(seconds))
        }
        answer(response, &bench)
    }
}

extension WireProblem {
    static var tooBusy: WireProblem {
        WireProblem(
            .serviceUnavailable, "too-busy", "Too much is being sent to this server at the moment.",
            retryAfterSeconds: 10)
    }
}

extension Method {
    /// What `OPTIONS *` says: everything that some resource here may offer.
    fileprivate static let offered = allCases.filter { $0 != .trace }
}
