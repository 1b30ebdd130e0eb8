import HTTPServer

extension Answer {
    /// The answer on the wire: a GET is asked about each time, and costs nothing when nothing changed (RFC 9110 §13).
    func response(to head: RequestHead, below base: RootPath) -> Response {
        var response = Response(status, fields)
        if let location { response.fields.append("Location", base.text + location) }
        if head.method == .get, status == .ok, !isSecret, let tag = tag ?? digest {
            response.fields.append("ETag", "\"\(tag)\"")
            response.fields.append("Cache-Control", "private, no-cache")
            if let known = head["If-None-Match"], EntityTag.list(known, names: tag, weakly: true) {
                response.status = .notModified
                return response
            }
        } else {
            response.fields.append("Cache-Control", "no-store")
        }
        switch body {
        case .none: break
        case .json(let bytes):
            response.fields.append("Content-Type", "application/json")
            response.body = .bytes(bytes)
        case .other(let contentType, let bytes):
            response.fields.append("Content-Type", contentType)
            response.body = .bytes(bytes)
        case .events(let stream):
            response.fields.append("Content-Type", "text/event-stream")
            // Tells nginx to pass events on as they come.
            response.fields.append("X-Accel-Buffering", "no")
            response.body = .events(stream)
        }
        return response
    }

    private var digest: String? {
        switch body {
        case .json(let bytes), .other(_, let bytes): EntityTag.digest(bytes)
        case .none, .events: nil
        }
    }
}
