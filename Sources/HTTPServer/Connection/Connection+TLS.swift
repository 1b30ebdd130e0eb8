import CEpoll
import Cryptography
import Glibc

// A connection with TLS: the same in all but that its bytes are sealed on their way. `unsent` holds sealed bytes then, and
// `unsentBody` plain ones, which are sealed when the client has room for them.
extension Connection {
    // MARK: Reading

    /// Reads once, and opens what came; `nil` if there was nothing in it for us, or the connection is at its end.
    mutating func readSealed(into input: inout [UInt8], _ bench: inout Workbench) -> Int? {
        guard let tls, !tls.hasEnded else {
            close()
            return nil
        }
        var sealed: [UInt8] = []
        swap(&sealed, &bench.sealedInput)
        defer { swap(&sealed, &bench.sealedInput) }
        if sealed.isEmpty { sealed = Array(repeating: 0, count: bench.limits.readBytes) }
        guard let count = read(into: &sealed) else { return nil }
        let missing = count + TLSSession.mostKept - input.count
        if missing > 0 { input.append(contentsOf: repeatElement(0, count: missing)) }
        if tls.isNew, Self.isPlain(sealed[0]) {
            input.replaceSubrange(0..<count, with: sealed[..<count])
            welcome(inTheClear: true, bench)
            return count
        }
        let opened = sealed.withUnsafeBytes { bytes in
            let came = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            return input.withUnsafeMutableBytes { tls.open(came, into: $0, wire: &bench.sealedOutput) }
        }
        if tls.isEstablished { welcome(inTheClear: false, bench) }
        // There is more to come, namely the end.
        if tls.hasEnded { isReadable = true }
        guard opened.state != .failed else {
            sendSealed(&bench)
            close()
            return nil
        }
        return opened.count > 0 ? opened.count : nil
    }

    /// A TLS connection begins with the number 22 (RFC 8446 §5.1), a request with a capital letter.
    private static func isPlain(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

    /// Somebody left the `s` out of `https`: tells browsers where to go, and programs what to do.
    mutating func showTheWay(_ head: RequestHead, _ bench: inout Workbench) throws(WireProblem) {
        guard head.method == .get, let authority = head.authority else {
            throw WireProblem(
                .badRequest, "https-expected", "This port speaks https: let the address begin with https.")
        }
        let place = "https://" + authority + head.path + (head.query.map { "?" + $0 } ?? "")
        current?.closes = true
        var response = Response.text(.temporaryRedirect, "This port speaks https.")
        response.fields.append("Location", place)
        answer(response, &bench)
    }

    // MARK: Writing

    /// Sends what there is to send, as far as the client takes it.
    mutating func flushSealed(_ bench: inout Workbench) {
        guard let tls else { return }
        if !unsent.isEmpty {
            sendUnsent(bench)
            // What a handler answers while earlier answers are stuck comes after them.
            if isBlocked, !bench.output.isEmpty {
                tls.seal(unsentBody, wire: &bench.sealedOutput)
                unsentBody = []
                tls.seal(bench.output[...], wire: &bench.sealedOutput)
                unsent += bench.sealedOutput
                bench.sealedOutput.removeAll(keepingCapacity: true)
                bench.output.removeAll(keepingCapacity: true)
            }
            guard unsent.isEmpty else { return }
        }
        if !bench.output.isEmpty {
            tls.seal(bench.output[...], wire: &bench.sealedOutput)
            bench.output.removeAll(keepingCapacity: true)
        }
        repeat {
            while !unsentBody.isEmpty, bench.sealedOutput.count < bench.limits.readBytes {
                tls.seal(unsentBody.prefix(TLSSession.recordBytes), wire: &bench.sealedOutput)
                unsentBody = unsentBody.dropFirst(TLSSession.recordBytes)
            }
            sendSealed(&bench)
        } while unsent.isEmpty && !unsentBody.isEmpty
    }

    /// Sends the output with a long body behind it. Its start shares a record with the head.
    mutating func flushSealed(_ bench: inout Workbench, body: ArraySlice<UInt8>) {
        let room = isBlocked ? body.count : max(0, TLSSession.recordBytes - bench.output.count)
        bench.output += body.prefix(room)
        if !isBlocked { unsentBody = body.dropFirst(room) }
        flushSealed(&bench)
    }

    /// Sends what has been sealed; what the kernel does not take is kept.
    private mutating func sendSealed(_ bench: inout Workbench) {
        guard !bench.sealedOutput.isEmpty else { return }
        let sent = send(bench.sealedOutput[...])
        lastProgress = bench.clock.seconds
        if sent < bench.sealedOutput.count, !isClosed { unsent = ArraySlice(Array(bench.sealedOutput[sent...])) }
        bench.sealedOutput.removeAll(keepingCapacity: true)
    }

    private mutating func sendUnsent(_ bench: borrowing Workbench) {
        let sent = send(unsent)
        if sent > 0 { lastProgress = bench.clock.seconds }
        unsent = unsent.dropFirst(sent)
    }

    /// Hands bytes to the kernel until it takes no more; returns how many. Who can not be reached any more is let go.
    private mutating func send(_ bytes: ArraySlice<UInt8>) -> Int {
        var rest = bytes
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes {
                Glibc.send(socket.number, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            if sent < 0 {
                if errno == EINTR { continue }
                if errno != EAGAIN { close() }
                break
            }
            rest = rest.dropFirst(sent)
        }
        return bytes.count - rest.count
    }

    // MARK: Ending

    /// Says that nothing more comes, so that the client can tell the end from a cut (RFC 8446 §6.1). Where something
    /// is stuck already the client would not come to read it.
    func sayGoodbye() {
        guard let tls, !isBlocked else { return }
        var wire: [UInt8] = []
        tls.end(wire: &wire)
        if !wire.isEmpty { _ = Glibc.send(socket.number, wire, wire.count, CInt(MSG_NOSIGNAL)) }
    }
}

extension TLSSession {
    fileprivate func seal(_ bytes: ArraySlice<UInt8>, wire: inout [UInt8]) {
        bytes.withUnsafeBytes { seal($0, wire: &wire) }
    }
}
