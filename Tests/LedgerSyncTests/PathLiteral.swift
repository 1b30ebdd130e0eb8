import SharedFolders

extension RelativePath: ExpressibleByStringLiteral {
    /// For tests, whose paths are safe.
    public init(stringLiteral text: String) {
        guard let path = RelativePath(text) else { preconditionFailure("\(text) is not a safe path") }
        self = path
    }
}
