import HTTPServer
import Logging
import Synchronization

/// Whoever forwards requests without being trusted: most often one's own proxy that nobody told this server about. Then all
/// come from one address, and over http. It is noticed where somebody signs in or opens the app, told once in the log, and
/// to the doctor.
final class ForwardingWatch: Sendable {
    /// Whoever sends such fields for fun fills no memory.
    private static let most = 8
    private static let fields = ["X-Forwarded-For", "X-Forwarded-Proto", "Forwarded"]

    private let seen = Mutex<[IPAddress]>([])

    var addresses: [IPAddress] { seen.withLock { $0 } }

    static func isForwarded(_ head: RequestHead) -> Bool { fields.contains { head[$0] != nil } }

    func note(_ call: Call) {
        let peer = call.request.peer.ip
        guard Self.isForwarded(call.head), !call.api.settings.trustedProxies.contains(where: { $0.contains(peer) })
        else {
            return
        }
        let isNew = seen.withLock { seen in
            guard seen.count < Self.most, !seen.contains(peer) else { return false }
            seen.append(peer)
            return true
        }
        if isNew {
            call.api.log.warning(
                "requests are forwarded by a proxy that is not trusted; splitclone doctor says by which")
        }
    }
}
