extension Connection {
    /// Writes the answer to the current request and decides what becomes of the connection.
    mutating func answer(_ response: Response, _ bench: inout Workbench) {
        guard let current = current.take() else { return }
        if reservedBytes > 0 {
            census.release(bodyBytes: reservedBytes)
            reservedBytes = 0
        }
        let headOnly = current.head?.headOnly ?? false
        let isOld = current.head?.version == .http10
        var closes = current.closes || bench.isRetiring || !(current.head?.layout.keepsAlive ?? false)
        // HTTP/1.0 knows no chunks: only the end of the connection ends a stream.
        if isOld, case .events = response.body { closes = true }

        let connection: StaticString? =
            closes ? "Connection: close\r\n" : isOld ? "Connection: keep-alive\r\n" : nil
        if case .events(let stream) = response.body {
            bench.write(response, current.id, connection: connection, isOld ? .none : .chunked, body: Span())
            start(stream, closes: closes, isChunked: !isOld, headOnly: headOnly, &bench)
        } else {
            write(response, current.id, connection: connection, headOnly: headOnly, &bench)
            if closes {
                let drains = current.closes || isReadable || !pendingInput.isEmpty
                enter(.finishing(drains: drains), bench)
            } else {
                enter(.idle, bench)
            }
        }
        let duration = Duration.nanoseconds(Int64(LoopClock.nanoseconds - current.started))
        bench.application.finished(
            Exchange(
                id: current.id, head: current.head, peer: peer, status: response.status, mark: response.mark,
                bytes: headOnly ? 0 : response.body.count, duration: duration))
    }

    /// Writes an answer with its length: a short body into the output, a long one from where it is.
    private mutating func write(
        _ response: Response, _ id: RequestID, connection: StaticString?, headOnly: Bool, _ bench: inout Workbench
    ) {
        let body: ArraySlice<UInt8> =
            switch response.body {
            case .bytes(let bytes): bytes[...]
            case .slice(let slice): slice
            case .none, .events: []
            }
        let framing = response.status.hasBody ? BodyFraming.length(body.count) : .none
        let isSent = framing != .none && !headOnly
        let isCopied = isSent && body.count <= bench.limits.copiedBodyBytes
        bench.write(response, id, connection: connection, framing, body: isCopied ? body.span : Span())
        if isSent, !isCopied { flush(&bench, body: body) }
    }

    // MARK: Event streams

    private mutating func start(
        _ stream: EventStream, closes: Bool, isChunked: Bool, headOnly: Bool, _ bench: inout Workbench
    ) {
        guard !headOnly else {
            stream.abandon()
            return enter(closes ? .finishing(drains: false) : .idle, bench)
        }
        streamFrame = StreamFrame(isChunked: isChunked, closes: closes)
        enter(.streaming(stream), bench)
        let (handle, tag) = (bench.handle, tag)
        stream.attach(limit: bench.limits.waitingEventBytes) { handle.post(.stream(tag)) }
    }

    /// Writes what the stream has to say; false if that was nothing.
    mutating func takeEvents(of stream: EventStream, _ bench: inout Workbench) -> Bool {
        let (bytes, isEnded) = stream.take()
        if !bytes.isEmpty { writeEvents(bytes, &bench) }
        if isEnded || bench.isRetiring {
            stream.abandon()
            if streamFrame.isChunked { bench.output.append("0\r\n\r\n") }
            let closes = streamFrame.closes || bench.isRetiring
            enter(closes ? .finishing(drains: isReadable) : .idle, bench)
            return true
        }
        return !bytes.isEmpty
    }

    mutating func writeEvents(_ bytes: [UInt8], _ bench: inout Workbench) {
        since = bench.clock.seconds
        guard streamFrame.isChunked else { return bench.output += bytes }
        bench.output += Array(String(bytes.count, radix: 16).utf8)
        bench.output.append("\r\n")
        bench.output += bytes
        bench.output.append("\r\n")
    }

    /// How the current stream's bytes are framed, and whether it ends the connection.
    struct StreamFrame {
        var isChunked = true
        var closes = false
    }
}
