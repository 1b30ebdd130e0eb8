/// Reads the head of a request line by line (RFC 9112 §§2–5): a pure value that can be asked again when more bytes are
/// there, and then goes on where the first unfinished line begins.
struct HeadReader {
    private var lineStart = 0
    private var fieldsStart = 0
    private var method = 0..<0
    private var target = 0..<0
    private var version = HTTPVersion.http11
    private var firstFields = FirstFieldSpans()
    private var moreFields: [FieldSpan] = []
    private var known = KnownFields()

    /// `input` begins with the head. Returns the head and its length, or `nil` if it is not all there.
    mutating func read(_ input: Span<UInt8>, limits: borrowing Limits) throws(WireProblem) -> (
        head: RequestHead, length: Int
    )? {
        if fieldsStart == 0 {
            guard try readRequestLine(input, limits) else { return nil }
        }
        while lineStart < input.count {
            if input[lineStart] == 13 {
                guard lineStart + 1 < input.count else { return nil }
                guard input[lineStart + 1] == 10 else { throw .malformed("A CR without LF is in the head.") }
                let length = lineStart + 2
                return (try finish(input), length)
            }
            guard try readField(input, limits) else { return nil }
        }
        return nil
    }

    // MARK: The request line

    private mutating func readRequestLine(
        _ input: Span<UInt8>, _ limits: borrowing Limits
    ) throws(WireProblem) -> Bool {
        var index = 0
        if input.count > 0, input[0] == 13 {
            // One empty line before a request is forgiven (RFC 9112 §2.2).
            guard input.count > 1 else { return false }
            guard input[1] == 10 else { throw .malformed("A CR without LF is in the head.") }
            index = 2
        }
        let methodStart = index
        while index < input.count, ByteClass.isToken(input[index]) { index += 1 }
        guard index - methodStart <= Self.longestMethod else { throw .malformed("The method is too long.") }
        guard index < input.count else { return false }
        guard index > methodStart, input[index] == 32 else { throw .malformed("The request line has no method.") }
        method = methodStart..<index

        let targetStart = index + 1
        index = targetStart
        while index < input.count, ByteClass.isTarget(input[index]) { index += 1 }
        guard index - targetStart <= limits.requestLineBytes - Self.versionBytes - method.count else {
            throw WireProblem(.uriTooLong, "uri-too-long", "The address is too long.")
        }
        guard index < input.count else { return false }
        guard index > targetStart, input[index] == 32 else { throw .malformed("The request line is not well formed.") }
        target = targetStart..<index
        return try readVersion(input, at: index + 1)
    }

    private static let longestMethod = 64
    private static let versionBytes = 12  // two spaces, `HTTP/1.1`, CR LF

    private mutating func readVersion(_ input: Span<UInt8>, at start: Int) throws(WireProblem) -> Bool {
        if start + 10 <= input.count, input.equals(start..<(start + 10), "HTTP/1.1\r\n") {
            lineStart = start + 10
            fieldsStart = lineStart
            return true
        }
        // Byte by byte, so that what is wrong is wrong at once, wherever the bytes were cut.
        for offset in 0..<10 {
            guard start + offset < input.count else { return false }
            guard Self.isVersion(input[start + offset], at: offset) else {
                throw .malformed("The request line has no well-formed version.")
            }
        }
        switch (input[start + 5], input[start + 7]) {
        case (49, 49): version = .http11
        case (49, 48): version = .http10
        default: throw WireProblem(.versionNotSupported, "version-not-supported", "This server speaks HTTP/1.1.")
        }
        lineStart = start + 10
        fieldsStart = lineStart
        return true
    }

    /// `HTTP/`, a digit, a dot, a digit, CR LF.
    private static func isVersion(_ byte: UInt8, at offset: Int) -> Bool {
        switch offset {
        case 0: byte == UInt8(ascii: "H")
        case 1, 2: byte == UInt8(ascii: "T")
        case 3: byte == UInt8(ascii: "P")
        case 4: byte == UInt8(ascii: "/")
        case 5, 7: ByteClass.isDigit(byte)
        case 6: byte == UInt8(ascii: ".")
        case 8: byte == 13
        default: byte == 10
        }
    }

    // MARK: Fields

    /// Reads one field line; false if its end is not there.
    private mutating func readField(_ input: Span<UInt8>, _ limits: borrowing Limits) throws(WireProblem) -> Bool {
        var index = lineStart
        while index < input.count, ByteClass.isToken(input[index]) { index += 1 }
        let nameEnd = index
        guard index - fieldsStart <= limits.fieldBytes else { throw .tooManyFields }
        if index < input.count {
            // This refuses white space before the colon and folded lines too (RFC 9112 §§5.1, 5.2).
            guard index > lineStart, input[index] == UInt8(ascii: ":") else {
                throw .malformed("A header field is not well formed.")
            }
            index += 1
        }
        while index < input.count, ByteClass.isBlank(input[index]) { index += 1 }
        let valueStart = index
        index = input.endOfFieldValue(from: index)
        guard index - fieldsStart <= limits.fieldBytes else { throw .tooManyFields }
        guard index < input.count else { return false }
        guard input[index] == 13 else { throw .malformed("A control byte is in a header field.") }
        guard index + 1 < input.count else { return false }
        guard input[index + 1] == 10 else { throw .malformed("A CR without LF is in the head.") }
        guard firstFields.count + moreFields.count < limits.fieldCount else { throw .tooManyFields }

        var valueEnd = index
        while valueEnd > valueStart, ByteClass.isBlank(input[valueEnd - 1]) { valueEnd -= 1 }
        try known.note(input, name: lineStart..<nameEnd, value: valueStart..<valueEnd)
        let span = FieldSpan(name: lineStart..<nameEnd, value: valueStart..<valueEnd)
        if firstFields.isFull { moreFields.append(span) } else { firstFields.append(span) }
        lineStart = index + 2
        return true
    }

    // MARK: The whole

    /// Leaves a reader for the next head.
    private mutating func finish(_ input: Span<UInt8>) throws(WireProblem) -> RequestHead {
        let framing = try known.framing(for: version)
        var host = try known.hostSpan(input, for: version)
        guard let (method, headOnly) = Method.read(input, self.method) else {
            throw WireProblem(.notImplemented, "method-not-implemented", "This server does not know that method.")
        }
        let parts = try TargetParts(input, target, method: method)
        if let named = parts.host { host = named }
        defer { restart() }
        return RequestHead(
            HeadLayout(
                method: method, headOnly: headOnly, version: version,
                bytes: input.extracting(0..<lineStart).withUnsafeBufferPointer { Array($0) }, target: target,
                path: parts.path, query: parts.query, host: host, framing: framing,
                keepsAlive: version == .http11 ? !known.saysClose : known.saysKeepAlive && !known.saysClose,
                expectsContinue: known.expectsContinue && version == .http11 && framing != .none),
            firstFields, moreFields)
    }
}

extension HeadReader {
    /// One by one, because what `firstFields` holds need not be touched.
    private mutating func restart() {
        (lineStart, fieldsStart) = (0, 0)
        version = .http11
        firstFields.removeAll()
        if !moreFields.isEmpty { moreFields = [] }
        known = KnownFields()
    }
}

extension WireProblem {
    static var tooManyFields: WireProblem {
        WireProblem(.headerFieldsTooLarge, "header-fields-too-large", "The header fields are too many or too long.")
    }
}

extension Method {
    /// The method of these bytes, exactly (methods are case-sensitive, RFC 9110 §9.1).
    fileprivate static func read(_ input: Span<UInt8>, _ range: Range<Int>) -> (method: Method, headOnly: Bool)? {
        if input.equals(range, "GET") { return (.get, false) }
        if input.equals(range, "POST") { return (.post, false) }
        if input.equals(range, "HEAD") { return (.get, true) }
        if input.equals(range, "PUT") { return (.put, false) }
        if input.equals(range, "PATCH") { return (.patch, false) }
        if input.equals(range, "DELETE") { return (.delete, false) }
        if input.equals(range, "OPTIONS") { return (.options, false) }
        if input.equals(range, "TRACE") { return (.trace, false) }
        return nil
    }
}
