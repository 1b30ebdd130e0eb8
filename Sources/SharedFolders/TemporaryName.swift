/// Names of files that are being written. They are never listed, and no path can name them.
enum TemporaryName {
    private static let prefix = ".splitclone-"
    private static let suffix = ".tmp"

    /// Random, because several programs may write into one directory.
    static func fresh() -> String {
        prefix + String(UInt64.random(in: .min ... .max), radix: 36) + suffix
    }

    static func isOne(_ name: String) -> Bool {
        name.hasPrefix(prefix) && name.hasSuffix(suffix)
    }
}
