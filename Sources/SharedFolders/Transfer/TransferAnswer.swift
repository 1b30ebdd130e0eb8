/// The final answer to a request, whole. It prints without its body, which may hold tokens.
package struct TransferAnswer: Sendable, Concealed {
    package let status: Int
    /// Names in lower case, in the order they came; no trailers.
    package let fields: [(name: String, value: String)]
    package let body: [UInt8]

    package init(status: Int, fields: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    package var description: String { "status \(status) with \(body.count) bytes" }

    /// The first field of that name, which is given in lower case.
    package subscript(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    package var redirect: String? { self["location"] }
}
