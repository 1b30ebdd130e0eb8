import CEpoll
import Glibc

extension Connection {
    // MARK: Reading

    /// Reads once and answers what came.
    mutating func receive(_ bench: inout Workbench, _ turn: inout Turn) {
        var input: [UInt8] = []
        swap(&input, &bench.input)
        defer { swap(&input, &bench.input) }
        guard let count = tls == nil ? read(into: &input) : readSealed(into: &input, &bench) else { return }
        if pendingInput.isEmpty {
            let consumed = parse(input.span.extracting(0..<count), &bench, &turn)
            if consumed < count, !isClosed { pendingInput = Array(input[consumed..<count]) }
        } else {
            pendingInput += input[..<count]
            hasUnparsed = true
            parsePending(&bench, &turn)
        }
    }

    mutating func parsePending(_ bench: inout Workbench, _ turn: inout Turn) {
        var input: [UInt8] = []
        swap(&input, &pendingInput)
        let consumed = parse(input.span, &bench, &turn)
        guard !isClosed, consumed < input.count else { return }
        input.removeFirst(consumed)
        pendingInput = input
    }

    /// Reads and drops what a client still sends although it has its last answer.
    mutating func drain(_ bench: inout Workbench) {
        guard let count = read(into: &bench.input) else { return }
        drained += count
        if drained > bench.limits.drainedBytes { close() }
    }

    /// Reads once; `nil` if there was nothing, or the connection is at its end and closed now.
    mutating func read(into input: inout [UInt8]) -> Int? {
        let count = input.withUnsafeMutableBytes { recv(socket.number, $0.baseAddress, $0.count, 0) }
        if count > 0 {
            // A short read means that the buffer is empty, unless an end without another event is behind it.
            if count < input.count, !isHalfClosed { isReadable = false }
            return count
        }
        if count < 0, errno == EAGAIN || errno == EINTR {
            isReadable = errno == EINTR
        } else {
            close()
        }
        return nil
    }

    // MARK: Writing

    /// Sends what there is to send; true if nothing is left over.
    mutating func flush(_ bench: inout Workbench) -> Bool {
        if tls != nil {
            flushSealed(&bench)
        } else if isBlocked {
            if !bench.output.isEmpty { putBehind(&bench) }
            var body = unsentBody
            unsent = sendAll(unsent, &body, bench)
            unsentBody = body
        } else if !bench.output.isEmpty {
            sendOutput(bench)
            bench.output.removeAll(keepingCapacity: true)
        }
        return !isBlocked && !isClosed
    }

    /// What a handler answers while earlier answers are stuck comes after them. The bench is not the place for it: what
    /// lies there is the next connection's.
    private mutating func putBehind(_ bench: inout Workbench) {
        unsent = ArraySlice(Array(unsent) + unsentBody + bench.output)
        unsentBody = []
        bench.output.removeAll(keepingCapacity: true)
    }

    /// Sends the output, mostly at once.
    private mutating func sendOutput(_ bench: borrowing Workbench) {
        let sent = bench.output.withUnsafeBytes { send(socket.number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        lastProgress = bench.clock.seconds
        guard sent < bench.output.count else { return }
        var body = ArraySlice<UInt8>()
        let rest = sendAll(bench.output[max(sent, 0)...], &body, bench)
        if !rest.isEmpty { unsent = ArraySlice(Array(rest)) }
    }

    /// Sends the output with a long body behind it, without copying the body.
    mutating func flush(_ bench: inout Workbench, body: ArraySlice<UInt8>) {
        if tls != nil { return flushSealed(&bench, body: body) }
        if isBlocked {
            bench.output += body
            return putBehind(&bench)
        }
        var body = body
        let rest = sendAll(bench.output[...], &body, bench)
        if !rest.isEmpty { unsent = ArraySlice(Array(rest)) }
        unsentBody = body
        lastProgress = bench.clock.seconds
        bench.output.removeAll(keepingCapacity: true)
    }

    /// Sends both until the kernel takes no more; returns what is left of the head and leaves the rest in `body`.
    private mutating func sendAll(
        _ head: ArraySlice<UInt8>, _ body: inout ArraySlice<UInt8>, _ bench: borrowing Workbench
    ) -> ArraySlice<UInt8> {
        var head = head
        while !head.isEmpty || !body.isEmpty {
            let sent = sendOnce(head, body)
            if sent < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN { return head }
                close()
                body = []
                return []
            }
            lastProgress = bench.clock.seconds
            let ofHead = min(sent, head.count)
            head = head.dropFirst(ofHead)
            body = body.dropFirst(sent - ofHead)
        }
        return head
    }

    private func sendOnce(_ head: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) -> Int {
        head.withUnsafeBytes { head in
            if body.isEmpty { return send(socket.number, head.baseAddress, head.count, CInt(MSG_NOSIGNAL)) }
            return body.withUnsafeBytes { body in
                // Safe because sendmsg only reads through these pointers.
                var parts = [
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: head.baseAddress), iov_len: head.count),
                    iovec(iov_base: UnsafeMutableRawPointer(mutating: body.baseAddress), iov_len: body.count),
                ]
                return parts.withUnsafeMutableBufferPointer { parts in
                    var message = msghdr()
                    message.msg_iov = parts.baseAddress
                    message.msg_iovlen = parts.count
                    return sendmsg(socket.number, &message, CInt(MSG_NOSIGNAL))
                }
            }
        }
    }

    // MARK: Ending

    /// The last answer is out. A client that is still sending would be told "reset" instead of reading it, so say only
    /// that nothing more comes, and read on for a while (RFC 9112 §9.6).
    mutating func finish(drains: Bool, _ bench: inout Workbench) {
        guard drains else { return close() }
        pendingInput = []
        hasUnparsed = false
        sayGoodbye()
        shutdown(socket.number, CInt(SHUT_WR))
        enter(.draining, bench)
        isReadable = true
    }
}
