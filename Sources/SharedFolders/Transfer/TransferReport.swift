/// What became of one sending to a service, for whoever counts. It holds no address: one can be a secret.
package struct TransferReport: Sendable, Equatable {
    package enum Provider: String, Sendable, CaseIterable {
        case onedrive, webdav
    }

    package enum Outcome: Sendable, Equatable {
        case answered(status: Int)
        /// No answer, or none that can be used.
        case failed
        /// The service asked to be left alone, and nothing is sent until then.
        case paused
    }

    package let service: Provider
    package let outcome: Outcome
    /// The same request was sent before.
    package var isRetry = false
}
