internal import JSON

/// A large upload in the making (section 2.10): not for our client, but for others that prove the emulator right.
struct UploadSession: Sendable {
    var drive: Int
    var folder: String
    var name: String
    var behaviour: String
    var size: Int?
    var received: [UInt8] = []
    var times: JSONValue?
    var issued: Int64
}

extension World {
    mutating func createSession(_ call: Call) throws(Refusal) -> Answer {
        try call.allow([])
        let body = try call.json()
        var route = call.route
        let target: (drive: Int, folder: String, name: String)
        if route.isByPath, let name = route.names.popLast() {
            try ItemNames.check(name)
            let found = try findForSession(route, call.caller)
            guard found.item.isFolder else { throw .invalid("The parent is not a folder.") }
            target = (found.drive, found.item.id, name)
        } else {
            let found = try findForSession(route, call.caller)
            guard let parent = found.item.parent, !found.item.isFolder else { throw .invalid("Not a file.") }
            target = (found.drive, parent, found.item.name)
        }
        let item = body["item"]
        let behaviour = item?["@microsoft.graph.conflictBehavior"]?.string ?? "replace"
        let present = drives[target.drive].child(target.name, of: target.folder)
        if present != nil && behaviour == "fail" { throw .exists }
        if let tag = call.request["if-match"], tag != present?.eTag { throw .preconditionFailed }
        let token = random.opaque(48)
        sessions[token] = UploadSession(
            drive: target.drive, folder: target.folder, name: target.name, behaviour: behaviour, size: nil,
            times: item?["fileSystemInfo"], issued: now)
        return .json(
            200,
            .fields([
                "uploadUrl": .string((origins[.download] ?? "") + "/upload/" + token),
                "expirationDateTime": .string(Timestamp.iso(now + 86_400_000)),
                "nextExpectedRanges": .array([.string("0-")]),
            ]))
    }

    /// S5: here a share that may only be read says so honestly.
    private func findForSession(_ route: Route, _ caller: Caller) throws(Refusal) -> Found {
        let found = try find(route, caller, for: .read)
        guard access(of: caller, to: found.item.id, in: drives[found.drive]).contains(.write) else { throw .denied }
        try admit(caller, to: found.item.id, in: drives[found.drive], for: .write)
        return found
    }

    /// The address of a session: fragments in order, without a bearer token.
    mutating func answerUpload(_ request: Request, session token: String) -> Answer {
        if request["authorization"] != nil {
            violations.append("the bearer token was sent to an upload address")
            return refuse(Refusal(401, "unauthenticated", "No token here."), request)
        }
        guard let session = sessions[token], now - session.issued < 86_400_000 else {
            return refuse(.notFound, request)
        }
        switch request.method {
        case "DELETE":
            sessions[token] = nil
            return Answer(204)
        case "GET": return progress(200, session)
        case "PUT": break
        default: return refuse(Refusal(405, "notSupported", "Method not allowed."), request)
        }
        guard request.hasLength else { return refuse(Refusal(411, "lengthRequired", "Length Required"), request) }
        guard let range = Self.contentRange(request["content-range"]), range.bounds.count == request.body.count,
            range.bounds.lowerBound == session.received.count, session.size ?? range.total == range.total
        else { return refuse(Refusal(416, "invalidRange", "The uploaded fragment overlaps or leaves a gap."), request) }
        let isLast = range.bounds.upperBound == range.total
        guard isLast || range.bounds.count % 327_680 == 0, range.bounds.count < 60 << 20 else {
            return refuse(.invalid("A fragment is a multiple of 320 KiB."), request)
        }
        sessions[token]?.size = range.total
        sessions[token]?.received += request.body
        guard isLast else { return sessions[token].map { progress(202, $0) } ?? refuse(.notFound, request) }
        return finish(token, request)
    }

    private func progress(_ status: Int, _ session: UploadSession) -> Answer {
        .json(
            status,
            .fields([
                "expirationDateTime": .string(Timestamp.iso(session.issued + 86_400_000)),
                "nextExpectedRanges": .array([.string("\(session.received.count)-")]),
            ]))
    }

    private mutating func finish(_ token: String, _ request: Request) -> Answer {
        guard let session = sessions.removeValue(forKey: token) else { return refuse(.notFound, request) }
        guard quotaAllows(session.received.count) else {
            return refuse(Refusal(507, "quotaLimitReached", "Insufficient space available."), request)
        }
        var id = drives[session.drive].child(session.name, of: session.folder)?.id
        let status = id == nil ? 201 : 200
        if let present = id {
            if session.behaviour == "fail" { return refuse(.exists, request) }
            replace(present, in: session.drive, with: session.received)
        } else {
            id = create(
                session.name, below: session.folder, in: session.drive, isFolder: false, content: session.received)
        }
        guard let id else { return refuse(.notFound, request) }
        drives[session.drive].change(id) { item in
            item.fileSystemModified = session.times?["lastModifiedDateTime"]?.string
            item.fileSystemCreated = session.times?["createdDateTime"]?.string
        }
        guard let item = drives[session.drive][id] else { return refuse(.notFound, request) }
        return .json(status, json(item, in: session.drive, withAddress: false))
    }

    /// `bytes 0-9/10` (RFC 9110 section 14.4).
    private static func contentRange(_ text: String?) -> (bounds: Range<Int>, total: Int)? {
        guard let text, text.hasPrefix("bytes ") else { return nil }
        let halves = text.dropFirst(6).split(separator: "/")
        let ends = halves.first.map { $0.split(separator: "-") } ?? []
        guard halves.count == 2, ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]),
            let total = Int(halves[1]), first <= last, last < total
        else { return nil }
        return (first..<last + 1, total)
    }
}
