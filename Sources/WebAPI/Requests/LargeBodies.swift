import HTTPServer
import Interchange

/// The few requests that bring more than `WebAPI.longestBody`. They are let in before anything else is known of them, so
/// only for a secret that lets somebody in: nobody else fills the memory.
enum LargeBodies {
    /// A backup is as long as all its ledgers: a hundred thousand expenses are about 100 MB.
    static let longestBackup = 512 << 20

    /// How long a body may be after this head; `nil`: as usual.
    static func limit(for head: RequestHead) -> Int? {
        guard head.method == .post else { return nil }
        switch head.path {
        case RouteTable.root + "/restore": return longestBackup
        case RouteTable.root + "/imports": return ImportLimits.fileBytes
        default: return nil
        }
    }
}
