/// No answer, or none that can be used. The texts name the host and nothing else of the request.
package enum TransferFailure: Error, Equatable, Sendable {
    /// It could not even be sent: a fault of ours or of the configuration.
    case badRequest(String)
    /// No such host.
    case unresolved(String)
    /// Refused, no route, no connection in time; nothing was sent.
    case unconnected(String)
    /// TLS: the certificate or the protocol.
    case insecure(String)
    case timedOut(String)
    /// The connection broke, or the body is shorter or longer than it should be.
    case cut(String)
    /// More than `bodyLimit`, or too many header fields.
    case tooLong(String)
    case cancelled

    /// The request may have been carried out: the outcome of a write is unknown.
    package var mayHaveArrived: Bool {
        switch self {
        case .badRequest, .unresolved, .unconnected, .insecure: false
        case .timedOut, .cut, .tooLong, .cancelled: true
        }
    }
}
