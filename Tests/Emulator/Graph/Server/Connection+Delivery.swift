/// How an answer reaches the client: whole, or spoilt by the fault that was armed for it.
extension Connection {
    /// False when the connection is over.
    func deliver(_ outcome: Outcome, to request: Request?) -> Bool {
        if outcome.latency > .zero { pause(outcome.latency) }
        let answer = outcome.answer
        let isBodyAsked = answer.hasBody && request?.method != "HEAD"
        let body = isBodyAsked ? answer.body : []
        let length = answer.hasBody ? [("Content-Length", String(answer.body.count))] : []
        switch outcome.effect {
        case .truncated(let count)?:
            _ = send(head(answer, length) + body.prefix(count))
            return false
        case .chunkedWithoutEnd(let count)?:
            let size = Array((String(min(count, body.count), radix: 16) + "\r\n").utf8)
            _ = send(head(answer, [("Transfer-Encoding", "chunked")]) + size + body.prefix(count) + Array("\r\n".utf8))
            return false
        case .closeDelimited(let count)?:
            _ = send(head(answer, [("Connection", "close")]) + body.prefix(count))
            return false
        case .understated(let count)?:
            let said = String(max(0, body.count - count))
            return send(head(answer, [("Content-Length", said)]) + body)
        case .surplus(let text)?:
            return send(head(answer, length) + body + Array(text.utf8))
        case .earlyHints?:
            let hints = Array("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n".utf8)
            return send(hints + head(answer, length) + body) && !outcome.closes
        case .headerBomb(let count, let bytes)?:
            let bomb = (0..<max(count, 1)).map {
                ("X-Field-\($0)", String(repeating: "x", count: bytes / max(count, 1)))
            }
            return send(head(answer, length + bomb) + body) && !outcome.closes
        case .reset?, .stall?, .trickle?: return interrupt(outcome, head(answer, length), body)
        default: break
        }
        let closing = outcome.closes ? [("Connection", "close")] : []
        return send(head(answer, length + closing)) && send(body) && !outcome.closes
    }

    /// A connection that breaks, hangs or crawls at some point of the answer.
    private func interrupt(_ outcome: Outcome, _ head: [UInt8], _ body: [UInt8]) -> Bool {
        switch outcome.effect {
        case .reset(let point)?:
            _ = send(part(head, body, upTo: point))
            // What was sent must have left before the reset throws it away.
            if point != .beforeAnswer { pause(.milliseconds(50)) }
            reset()
            return false
        case .stall(let point, let time)?:
            let first = part(head, body, upTo: point)
            guard send(first) else { return false }
            pause(time)
            return time != nil && send((head + body).dropFirst(first.count)) && !outcome.closes
        case .trickle(let bytesPerSecond)?:
            guard send(head) else { return false }
            for byte in body {
                pause(.seconds(1) / max(bytesPerSecond, 1))
                guard send([byte]) else { return false }
            }
            return !outcome.closes
        default: return false
        }
    }

    private func part(_ head: [UInt8], _ body: [UInt8], upTo point: Effect.Point) -> [UInt8] {
        switch point {
        case .beforeAnswer: []
        case .insideFields: Array(head.prefix(head.count / 2))
        case .insideBody(let count): head + body.prefix(count)
        }
    }

    private func head(_ answer: Answer, _ framing: [(name: String, value: String)]) -> [UInt8] {
        var text = "HTTP/1.1 \(answer.status) \(Answer.reason(answer.status))\r\n"
        for field in answer.fields + framing { text += "\(field.name): \(field.value)\r\n" }
        return Array((text + "\r\n").utf8)
    }
}
