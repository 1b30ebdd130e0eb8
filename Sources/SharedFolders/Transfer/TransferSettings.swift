/// How a `CurlTransfer` meets the world. The defaults are for services on the Internet.
package struct TransferSettings: Sendable {
    /// As services see us; Microsoft asks for this form.
    package var userAgent: String
    /// A file of certificates to trust instead of the system's.
    package var certificateAuthorities: String?
    /// False: a certificate may be for any name. Only where `certificateAuthorities` holds none but the very one that is
    /// expected.
    package var comparesNames: Bool
    package var connectTimeout: Duration
    /// An exchange that moves fewer bytes per second for `stalledSeconds` is given up.
    package var stalledBytesPerSecond: Int
    package var stalledSeconds: Int
    /// Is told of everything the accounts send.
    package var report: @Sendable (TransferReport) -> Void

    package init(
        userAgent: String = "NONISV|SplitClone|Server/1.0", certificateAuthorities: String? = nil,
        comparesNames: Bool = true, connectTimeout: Duration = TransferLimits.connectTimeout,
        stalledBytesPerSecond: Int = TransferLimits.stalledBytesPerSecond,
        stalledSeconds: Int = TransferLimits.stalledSeconds,
        report: @escaping @Sendable (TransferReport) -> Void = { _ in }
    ) {
        self.userAgent = userAgent
        self.certificateAuthorities = certificateAuthorities
        self.comparesNames = comparesNames
        self.connectTimeout = connectTimeout
        self.stalledBytesPerSecond = stalledBytesPerSecond
        self.stalledSeconds = stalledSeconds
        self.report = report
    }
}
