internal import CCurl

/// One request and what has come back so far. Lives on the transfer thread alone.
final class CurlExchange {
    let easy: UnsafeMutableRawPointer
    let start: TransferStart
    private let sockets: CurlSockets
    private var fieldList: UnsafeMutablePointer<curl_slist>?
    private var head = AnswerHead()
    private var body: [UInt8] = []
    private var sent = 0
    private var excess: String?
    /// The connection that libcurl chose turned out spoiled before anything was sent on it.
    private(set) var needsOtherConnection = false

    var request: TransferRequest { start.request }

    /// `nil` when libcurl does not take what it is given.
    init?(_ start: TransferStart, _ settings: TransferSettings, _ sockets: CurlSockets) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.start = start
        self.sockets = sockets
        var options = CurlOptions(easy)
        options.set(settings)
        options.set(start.request)
        fieldList = options.setFields(of: start.request)
        options.setCallbacks(of: self, sockets)
        guard options.areAccepted else { return nil }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(fieldList)
    }

    func end(_ outcome: TransferStart.Outcome) {
        start.continuation.resume(returning: outcome)
    }
}

// What libcurl calls while it works, on the transfer thread. Taking fewer bytes than given ends the exchange.
extension CurlExchange {
    static let beforeRequest: curl_prereq_callback = { context, _, _, remotePort, localPort in
        from(context)?.mayUse(local: localPort, remote: remotePort) == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    static let takesHeader: curl_bytes_callback = { bytes, size, count, context in
        from(context)?.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? -1
    }

    static let takesBody: curl_bytes_callback = { bytes, size, count, context in
        from(context)?.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? -1
    }

    static let givesBody: curl_bytes_callback = { bytes, size, count, context in
        from(context)?.giveBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlExchange? {
        context.map { Unmanaged<CurlExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    /// A new connection may well have something to say first: TLS sends its session tickets.
    private func mayUse(local: CInt, remote: CInt) -> Bool {
        var newConnections = 0
        curl_easy_get_number(easy, CURLINFO_NUM_CONNECTS, &newConnections)
        needsOtherConnection = newConnections == 0 && sockets.isSpoiled(local: local, remote: remote)
        return !needsOtherConnection
    }

    private func takeHeader(_ line: UnsafeRawBufferPointer) -> Int {
        guard head.take(line) else {
            excess = "sent too many header fields"
            return -1
        }
        return line.count
    }

    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= request.bodyLimit else {
            excess = "sent more than \(request.bodyLimit) bytes"
            return -1
        }
        if body.isEmpty, let announced = head.contentLength { body.reserveCapacity(min(announced, request.bodyLimit)) }
        body += bytes
        return bytes.count
    }

    private func giveBody(_ room: UnsafeMutableRawBufferPointer) -> Int {
        guard let whole = request.body else { return 0 }
        let count = min(room.count, whole.count - sent)
        room.copyBytes(from: whole[sent..<(sent + count)])
        sent += count
        return count
    }
}

extension CurlExchange {
    func outcome(_ code: CURLcode) -> TransferStart.Outcome {
        let host = request.address.host
        if let excess { return .failure(.tooLong("\(host) \(excess)")) }
        guard code == CURLE_OK else { return .failure(TransferFailure(code, easy, host)) }
        let answer = TransferAnswer(status: head.status, fields: head.fields, body: body)
        guard head.isComplete, hasWholeBody(answer) else {
            return .failure(.cut("\(host) sent \(body.count) bytes, not what it should"))
        }
        return .success(answer)
    }

    /// libcurl is content with an answer that ends with the connection, wherever that is, even within its header.
    private func hasWholeBody(_ answer: TransferAnswer) -> Bool {
        guard request.method != "HEAD", answer.status != 204, answer.status != 304 else { return true }
        if answer["transfer-encoding"] == nil, let announced = head.contentLength, announced != answer.body.count {
            return false
        }
        guard let expected = request.expectedLength, (200...299).contains(answer.status) else { return true }
        return answer.body.count == expected
    }
}
