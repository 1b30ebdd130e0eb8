internal import CCurl

/// One request and what has come back so far. Lives on the transfer thread alone.
final class CurlExchange {
    let easy: UnsafeMutableRawPointer
    let start: TransferStart
    private var fieldList: UnsafeMutablePointer<curl_slist>?
    private var head = AnswerHead()
    private var body: [UInt8] = []
    private var sent = 0
    private var excess: String?

    var request: TransferRequest { start.request }

    /// `nil` when libcurl does not take what it is given.
    init?(_ start: TransferStart, _ settings: TransferSettings) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.start = start
        var options = CurlOptions(easy)
        options.set(settings)
        options.set(start.request)
        fieldList = options.setFields(of: start.request)
        options.setCallbacks(context: Unmanaged.passUnretained(self).toOpaque())
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
        guard answer.status >= 200, hasWholeBody(answer) else {
            return .failure(.cut("\(host) sent \(body.count) bytes, not what it should"))
        }
        return .success(answer)
    }

    /// libcurl is content with a body that ends with the connection, wherever that is.
    private func hasWholeBody(_ answer: TransferAnswer) -> Bool {
        guard request.method != "HEAD", answer.status != 204, answer.status != 304 else { return true }
        if answer["transfer-encoding"] == nil, let announced = head.contentLength, announced != answer.body.count {
            return false
        }
        guard let expected = request.expectedLength, (200...299).contains(answer.status) else { return true }
        return answer.body.count == expected
    }
}
