import Bookkeeping
import LedgerCore
import LedgerSync
import SQLiteStore
import SharedFolders

/// Every folder connection, and every ledger's folder behind it: can it be reached, is it the ledger's, is somebody signed
/// in, and does its service have the same clock?
struct FolderExamination {
    /// Of OneDrive: a sign-in that was not renewed for so long is lost, and the server renews it every week.
    private static let signInDays: Int64 = 90
    private static let overdueDays: Int64 = 14
    /// More than an answer needs on its way, and less than a service forgives.
    private static let clockSlack: Int64 = 30

    let store: Store
    let reach: FolderReach
    let transfer: CurlTransfer
    let triesWriting: Bool

    func findings() async -> [Finding] {
        do {
            let connections = try await store.folderConnections()
            guard !connections.isEmpty else { return [.ok("folders", "there are no folder connections")] }
            let examined = await reach.examine(connections, of: try await store.ledgers(), triesWriting: triesWriting)
            return examined.flatMap(findings) + (await clocks(examined))
        } catch {
            return [Finding("folders", error)]
        }
    }

    private func findings(_ connection: ConnectionExamination) -> [Finding] {
        let name = "\(connection.kind) \(connection.name)"
        if let fault = connection.fault { return [Finding("folders", fault, at: name)] }
        if let renewed = connection.renewedAt { return [signIn(renewed, name)] }
        let reached = triesWriting ? "can be reached and written to" : "can be reached"
        return [.ok("folders", "\(name) \(reached)")]
            + connection.places.map { place in
                place.fault.map { Finding("folders", $0, at: "ledger \(place.ledger) in \(name), \(place.path)") }
                    ?? .ok("folders", "ledger \(place.ledger) is in \(name), \(place.path)")
            }
    }

    private func signIn(_ renewed: Instant, _ name: String) -> Finding {
        let days = (Machine.world.now().milliseconds - renewed.milliseconds) / 86_400_000
        let left = max(0, Self.signInDays - days)
        let message =
            "\(name) is signed in, renewed \(counted(Int(days), "day")) ago and good for \(counted(Int(left), "day")) more"
        guard days > Self.overdueDays else { return .ok("folders", message) }
        return .warning(
            "folders", message,
            remedy: "start the server, which renews it every week, or sign in again at the connection")
    }

    /// Each service is asked once.
    private func clocks(_ connections: [ConnectionExamination]) async -> [Finding] {
        var asked: [String: WebAddress] = [:]
        for service in connections.compactMap(\.service) { asked[service.origin] = service }
        var findings: [Finding] = []
        for (origin, address) in asked.sorted(by: { $0.key < $1.key }) {
            do throws(TransferFailure) {
                guard let lead = try await ClockComparison.lead(over: address, through: transfer) else { continue }
                findings.append(Self.clock(lead, origin))
            } catch {
                findings.append(
                    .warning("clock", "\(origin) could not be asked for the time", remedy: "check the network"))
            }
        }
        return findings
    }

    private static func clock(_ lead: Int64, _ origin: String) -> Finding {
        guard lead.magnitude > UInt64(clockSlack) else { return .ok("clock", "\(origin) has the same time") }
        let side = lead > 0 ? "ahead of" : "behind"
        return .error(
            "clock", "this machine is \(lead.magnitude) s \(side) \(origin)",
            remedy: "set the clock right, by a time server")
    }
}

extension Finding {
    /// What is wrong with a shared folder, and what to do about it.
    init(_ area: String, _ fault: ConnectionExamination.Fault, at name: String) {
        switch fault {
        case .unreadable:
            self = .error(
                area, "\(name): its settings are not understood", remedy: "update splitclone, or set it up again")
        case .outsideRoots:
            self = .error(
                area, "\(name) lies outside of the folder roots",
                remedy: "name its root with --folder-root, here and for the server")
        case .needsSignIn:
            self = .warning(area, "\(name): nobody is signed in yet", remedy: "sign in at the folder connection")
        case .folder(.folder(let error)):
            let (reason, remedy) = error.words
            self = .error(area, "\(name): \(reason)", remedy: remedy)
        case .folder(let error):
            let failure = CommandFailure(error)
            self.init(
                grade: failure.status == .foundDamage ? .damage : .error, area: area,
                message: "\(name): \(failure.message)",
                remedy: failure.hint ?? "put the right folder back in its place")
        }
    }
}

extension FolderError {
    fileprivate var words: (reason: String, remedy: String) {
        switch self {
        case .unreachable(let reason, _):
            ("it does not answer (\(reason))", "check the network and that the drive is mounted; sync goes on trying")
        case .changed: ("it is being changed at this moment", "ask again")
        case .missing: ("it is not there", "put it back, or attach the ledger to another folder")
        case .denied(let reason):
            ("it may not be used (\(reason))", "check the password, and who may read and write it")
        case .signInNeeded(let reason): ("it wants a new sign-in (\(reason))", "sign in again at the folder connection")
        case .full: ("there is no room left in it", "make room there")
        case .damaged(let reason): ("it is not what it should be (\(reason))", "restore it from a copy")
        }
    }
}
