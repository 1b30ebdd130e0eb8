import Seeded

/// Everything the emulator knows. One request changes it at a time, so that the log's order is the order of effects.
struct World: Sendable {
    var random: SeededRandom
    var clock: EmulatorClock
    let kind: AccountKind
    /// What addresses in answers begin with.
    var origins: [Origin: String] = [:]
    var ports: [Origin: UInt16] = [:]
    var switches = Switches()
    var faults = FaultBook()
    var log: [LogEntry] = []
    var loggedBefore = 0
    /// What a correct client never does, in words.
    var violations: [String] = []

    var users: [User.Name: User] = [:]
    var drives: [Drive] = []
    var login = LoginDesk()
    var permissions: [Permission] = []
    var pages: [String: PageCursor] = [:]
    var tickets: [String: DownloadTicket] = [:]
    var sessions: [String: UploadSession] = [:]
    /// Files whose eTag will rise by itself, and the request that will see it first (D23).
    var processing: [(drive: Int, item: String, at: Int)] = []
    /// Requests that Graph has answered: what lag is counted in.
    var graphRequests = 0

    init(seed: UInt64, kind: AccountKind, clock: EmulatorClock) {
        random = SeededRandom(seed)
        self.clock = clock
        self.kind = kind
        for name in User.Name.allCases {
            // The owner's personal drive id begins with a zero, which the service sometimes forgets (S9).
            let id =
                kind == .personal
                ? (name == .owner ? "0" : "8") + random.hexadecimal(15).uppercased() : "b!" + random.opaque(64)
            var drive = Drive(id: id, kind: kind, owner: name)
            let root = newItem("root", in: drive, isFolder: true)
            drive.root = root.id
            drive.insert(root, below: nil)
            drives.append(drive)
            let host = kind == .personal ? "outlook.com" : "contoso.example"
            users[name] = User(
                name: name, mail: "\(name.rawValue)@\(host)", displayName: name.rawValue.capitalizedFirst,
                driveID: id, rootID: root.id)
        }
        let client = Registration(id: random.guid())
        login.registrations[client.id] = client
        login.firstClient = client.id
    }

    var now: Int64 { clock.now }

    func user(_ name: User.Name) -> User {
        guard let user = users[name] else { preconditionFailure("every name has its user") }
        return user
    }

    /// The id of a new item, in the style of the account's kind.
    mutating func newItem(_ name: String, in drive: Drive, isFolder: Bool, content: [UInt8] = []) -> Item {
        let digits = random.hexadecimal(32)
        let isFirst = drive.root.isEmpty
        let id =
            switch kind {
            case .personal: "\(drive.id)!s" + (isFirst ? "ea8cc6beffdb43d7976fbc7da445c639" : digits)
            case .business: "01" + random.text(32, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
            }
        return Item(
            id: id, guid: random.guid().uppercased(), name: name, isFolder: isFolder, content: content, time: now)
    }

    // MARK: Requests

    mutating func exchange(_ request: Request) -> Outcome {
        var entry = LogEntry(
            number: loggedBefore + log.count + 1, origin: request.origin, method: request.method,
            target: request.target, fields: request.fields, bodyLength: request.body.count,
            body: request.body.count <= LogEntry.bodyLimit ? request.body : [], time: now)
        let fault = faults.match(request)
        entry.fault = fault?.id
        if request.origin == .graph { tick() }
        var answer: Answer
        if let fault, !fault.isCommitted {
            // Without a substitute the connection breaks before anything is sent.
            answer = substitute(fault.effect, for: request) ?? Answer(0)
        } else {
            answer = serve(request)
            if let fault { answer = substitute(fault.effect, for: request) ?? spoil(answer, fault.effect, request) }
        }
        finish(&answer, request)
        entry.status = answer.status
        log.append(entry)
        return Outcome(answer: answer, effect: fault?.effect, latency: latency(fault?.effect))
    }

    private mutating func serve(_ request: Request) -> Answer {
        switch request.origin {
        case .login: answerLogin(request)
        case .graph: answerGraph(request)
        case .download: answerDownload(request)
        case .control: Answer(404)
        }
    }

    private func latency(_ effect: Effect?) -> Duration {
        if case .delay(let time)? = effect { return switches.latency + time }
        return switches.latency
    }

    /// The fields that every answer has.
    private func finish(_ answer: inout Answer, _ request: Request) {
        answer.fields.append(("Date", Timestamp.http(now)))
        guard request.origin != .download else { return }
        answer.fields.append(("request-id", requestID(request)))
        if let id = request["client-request-id"] { answer.fields.append(("client-request-id", id)) }
    }

    /// The same for the error's body and the header of one request.
    func requestID(_ request: Request) -> String {
        var random = SeededRandom(UInt64(loggedBefore + log.count))
        return random.guid()
    }

    func refuse(_ refusal: Refusal, _ request: Request, form: Effect.ErrorForm? = nil) -> Answer {
        refusal.answer(
            form ?? switches.errorForm, date: Timestamp.iso(now), requestID: requestID(request),
            clientRequestID: request["client-request-id"])
    }

    /// The numbers go on: an id of a request is never given twice.
    mutating func clearLog() {
        loggedBefore += log.count
        log = []
    }

    // MARK: Faults

    /// The answer that a fault gives in the place of the real one.
    private func substitute(_ effect: Effect, for request: Request) -> Answer? {
        switch effect {
        case .status(let status, let code, let inner, let message, let retryAfter, let form):
            return failure(request, status, code, inner, message, retryAfter, form)
        case .loginError(let error, let codes, let status):
            return loginFailure(LoginError(status, error, codes.first ?? 0, codes: codes), request)
        case .answer(let status, let fields, let body): return Answer(status, fields, body: Array(body.utf8))
        case .redirect(let address, let status):
            return Answer(status, address.map { [("Location", $0)] } ?? [])
        case .redirectToItself:
            return Answer(302, [("Location", (origins[request.origin] ?? "") + request.target)])
        case .loginPage:
            return .html(200, "<!DOCTYPE html><title>Guest network</title><form>Accept the terms to go on</form>\n")
        default: return nil
        }
    }

    private func failure(
        _ request: Request, _ status: Int, _ code: String?, _ inner: String?, _ message: String?, _ retryAfter: String?,
        _ form: Effect.ErrorForm?
    ) -> Answer {
        var answer: Answer
        if request.origin == .login, form == nil {
            answer = loginFailure(LoginError(status, code ?? "temporarily_unavailable", 90_033), request)
        } else if request.origin == .download, form == nil {
            let text = "<?xml version=\"1.0\"?><error><code>\(code ?? Refusal.code(status))</code></error>"
            answer = Answer(status, [("Content-Type", "text/xml")], body: Array(text.utf8))
        } else {
            var refusal = status == 401 && code == nil ? Refusal.unauthenticated : Refusal(status, "", "")
            refusal.code = code ?? Refusal.code(status)
            refusal.inner = inner ?? (code == nil ? Refusal.inner(status) : nil)
            refusal.message = message ?? refusal.message
            answer = refuse(refusal, request, form: form)
        }
        if let retryAfter { answer.fields.append(("Retry-After", retryAfter)) }
        return answer
    }

    /// The real answer with the damage a fault does to it; damage to its delivery is done on the connection.
    private mutating func spoil(_ answer: Answer, _ effect: Effect, _ request: Request) -> Answer {
        var answer = answer
        switch effect {
        case .flipped(let index): answer.flip(at: index)
        case .damaged(let damage): answer.damage(damage)
        case .gzip: answer.zip()
        case .emptyBody: answer.body = []
        case .omit, .duplicate, .twin: spoilListing(&answer, effect)
        default: break
        }
        return answer
    }
}

extension String {
    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
