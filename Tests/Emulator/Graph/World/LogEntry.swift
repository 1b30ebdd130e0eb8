/// One request as the log keeps it, in the order of arrival.
package struct LogEntry: Sendable {
    /// Counts from 1 over all origins.
    package let number: Int
    package let origin: Origin
    package let method: String
    /// Path and query as sent.
    package let target: String
    package let fields: [(name: String, value: String)]
    package let bodyLength: Int
    /// Bodies up to 64 KiB; none of longer ones.
    package let body: [UInt8]
    /// The emulator's time, in milliseconds since 1970.
    package let time: Int64
    /// What was answered, or would have been if the connection had not been broken on purpose; 0 when the operation was not
    /// carried out either.
    package internal(set) var status = 0
    /// The fault that met this request.
    package internal(set) var fault: Int?

    package var path: Substring { target.prefix { $0 != "?" } }
    package var query: Substring { target.dropFirst(path.count).dropFirst() }

    package subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    static let bodyLimit = 65_536
}

extension LogEntry: CustomStringConvertible {
    package var description: String { "\(number) \(origin.rawValue) \(method) \(target) \(status)" }
}
