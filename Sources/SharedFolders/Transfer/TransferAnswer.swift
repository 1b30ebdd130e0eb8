/// The final answer to a request, whole.
package struct TransferAnswer: Sendable {
    package let status: Int
    /// Names in lower case, in the order they came; no trailers.
    package let fields: [(name: String, value: String)]
    package let body: [UInt8]

    package init(status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The first field of that name, which is given in lower case.
    package subscript(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    package var redirect: String? { self["location"] }
}
