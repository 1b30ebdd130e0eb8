/// A file in one form, as it is or compressed, with its answers prepared.
struct Representation: Sendable {
    let bytes: [UInt8]
    let entityTag: String
    let modified: HTTPDate
    let contentType: String
    /// For 304 and 206 as well.
    private let validators: HeaderFields
    /// What every answer that carries content says besides its type.
    private let labels: HeaderFields
    private let whole: Response

    init(_ file: StaticFile, bytes: [UInt8], coding: String?, varies: Bool) {
        self.bytes = bytes
        contentType = file.contentType
        modified = HTTPDate(secondsSince1970: file.modified)
        entityTag = "\"\(Self.digest(of: bytes))\""
        var validators: HeaderFields = ["ETag": entityTag, "Cache-Control": file.cacheControl]
        if varies { validators.append("Vary", "Accept-Encoding") }
        var labels = validators
        labels.append("Last-Modified", modified.description)
        labels.append("Accept-Ranges", "bytes")
        if let coding { labels.append("Content-Encoding", coding) }
        labels.append(contentsOf: file.fields)
        self.validators = validators
        self.labels = labels
        var fields = labels
        fields.append("Content-Type", file.contentType)
        whole = Response(.ok, fields, body: .bytes(bytes))
    }

    func response(to head: RequestHead) -> Response {
        let conditions = Conditions(of: head, entityTag: entityTag, modified: modified)
        switch conditions.outcome {
        case .notModified: return Response(.notModified, validators)
        case .failed: return .text(.preconditionFailed, "The file has changed meanwhile.")
        case .fulfilled: break
        }
        guard !head.headOnly, let range = head["Range"], conditions.allowsRange else { return whole }
        switch ByteRanges(range, length: bytes.count) {
        case .whole: return whole
        case .unsatisfiable:
            var response = Response.text(.rangeNotSatisfiable, "The file has only \(bytes.count) bytes.")
            response.fields.append("Content-Range", "bytes */\(bytes.count)")
            return response
        case .parts(let parts):
            return parts.count == 1 ? single(parts[0]) : multiple(parts)
        }
    }

    private func single(_ part: Range<Int>) -> Response {
        var fields = labels
        fields.append("Content-Type", contentType)
        fields.append("Content-Range", contentRange(part))
        return Response(.partialContent, fields, body: .slice(bytes[part]))
    }

    /// Several parts in one body (RFC 9110 §14.6).
    private func multiple(_ parts: [Range<Int>]) -> Response {
        let boundary = "part-" + entityTag.dropFirst().dropLast()
        var body: [UInt8] = []
        for part in parts {
            body += "--\(boundary)\r\nContent-Type: \(contentType)\r\nContent-Range: \(contentRange(part))\r\n\r\n".utf8
            body += bytes[part]
            body += "\r\n".utf8
        }
        body += "--\(boundary)--\r\n".utf8
        var fields = labels
        fields.append("Content-Type", "multipart/byteranges; boundary=\(boundary)")
        return Response(.partialContent, fields, body: .bytes(body))
    }

    private func contentRange(_ part: Range<Int>) -> String {
        "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(bytes.count)"
    }

    /// FNV-1a of 128 bits: tells versions of our own files apart; nobody hostile writes them.
    private static func digest(of bytes: [UInt8]) -> String {
        var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
        for byte in bytes { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}

extension Response {
    /// One line for a person.
    package static func text(_ status: Status, _ sentence: String) -> Response {
        Response(status, contentType: "text/plain; charset=utf-8", Array("\(sentence)\n".utf8))
    }
}
