/// One HTTP request, sent once, to one address. It prints without its secrets.
package struct TransferRequest: Sendable, Concealed {
    package var method: String
    package var address: WebAddress
    package var fields: [(name: String, value: String)]
    /// `nil`: none; `[]`: an empty one, announced as such.
    package var body: [UInt8]?
    /// Bytes of the answer's body; more is `tooLong`.
    package var bodyLimit: Int
    /// What a successful answer's body must have. A body without announced length ends where the connection does: only
    /// who knows its length can tell whether it is whole.
    package var expectedLength: Int?
    /// Of the whole exchange, including the wait for a free connection.
    package var deadline: Duration
    /// Without TLS to another machine: for a server in a person's own home network, and only when the person said so.
    package var allowsPlainHTTP: Bool

    package init(
        _ method: String, _ address: WebAddress, fields: [(name: String, value: String)] = [], body: [UInt8]? = nil,
        bodyLimit: Int = TransferLimits.answerBytes, expectedLength: Int? = nil,
        deadline: Duration = TransferLimits.metadataDeadline, allowsPlainHTTP: Bool = false
    ) {
        self.method = method
        self.address = address
        self.fields = fields
        self.body = body
        self.bodyLimit = bodyLimit
        self.expectedLength = expectedLength
        self.deadline = deadline
        self.allowsPlainHTTP = allowsPlainHTTP
    }
}

extension TransferRequest {
    package var description: String { "\(method) \(address)" }

    /// libcurl writes fields as they are, so a line break in one would begin another (RFC 9110 5.5).
    func check() throws(TransferFailure) {
        guard address.isSecure || address.isLoopback || allowsPlainHTTP else {
            throw .badRequest("\(address.host) must be reached over https")
        }
        guard Self.isToken(method) else { throw .badRequest("a method that is not a word") }
        for (name, value) in fields {
            guard Self.isToken(name), !Self.ownFields.contains(name.lowercased()) else {
                throw .badRequest("a header field that can not be set")
            }
            guard value.utf8.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else {
                throw .badRequest("a control character in the field \(name)")
            }
        }
    }

    /// Which body goes where is libcurl's to say.
    private static let ownFields: Set = ["host", "content-length", "transfer-encoding", "connection", "expect"]

    /// RFC 9110 5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (PercentCoding.isUnreserved(byte) || "!#$%&'*+^`|".utf8.contains(byte))
            }
    }
}
