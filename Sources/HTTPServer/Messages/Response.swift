/// An answer. Framing, `Date`, `X-Request-Id` and `Connection` are added by the server.
package struct Response: Sendable {
    package var status: Status
    package var fields: HeaderFields
    package var body: Body
    /// The application's own number for what was asked; it comes back in `Exchange`.
    package var mark = 0

    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A part of something kept elsewhere, without copying it.
        case slice(ArraySlice<UInt8>)
        /// Server-Sent Events: stays open until the stream is closed or the client leaves.
        case events(EventStream)

        /// As far as it is known now: an event stream has none yet.
        var count: Int {
            switch self {
            case .none, .events: 0
            case .bytes(let bytes): bytes.count
            case .slice(let slice): slice.count
            }
        }
    }

    package init(_ status: Status, _ fields: HeaderFields = HeaderFields(), body: Body = .none) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// A body with its media type.
    package init(_ status: Status, contentType: String, _ bytes: [UInt8]) {
        self.init(status, body: .bytes(bytes))
        fields.append("Content-Type", contentType)
    }
}
