import Bookkeeping
import Glibc
import LedgerCore

/// Backups by the clock: is there a place for them, is it another disk, can the passphrase be read, and is the newest one
/// young enough?
struct BackupExamination {
    let data: String
    /// `nil`: nobody asked for any.
    let plan: ServerBackups.Plan?

    func findings() -> [Finding] {
        guard let plan else {
            return [.ok("backups", "nobody asked for them; --backup-dir makes them by the clock")]
        }
        guard access(plan.directory, W_OK | X_OK) == 0 || errno == ENOENT else {
            return [
                .error(
                    "backups", "\(plan.directory) cannot be written to (\(String(cString: strerror(errno))))",
                    remedy: "make it the server's own: chown, or mount it for writing")
            ]
        }
        return [age(plan)] + disk(plan)
    }

    private func age(_ plan: ServerBackups.Plan) -> Finding {
        let now = Machine.world.now()
        guard let newest = try? ServerBackups.made(in: plan.directory).last else {
            return .warning(
                "backups", "there is none yet in \(plan.directory)",
                remedy: "start the server, which makes one at once; its log says why if not")
        }
        guard BackupStanding.isOverdue(newest: newest, every: plan.interval, at: now) else {
            return .ok("backups", "the newest is of \(newest), proven by restoring it")
        }
        return .error(
            "backups", "the newest is of \(newest), and the next one is overdue",
            remedy: "look for “no backup was made” in the server's log; is it running, and is there room?")
    }

    private func disk(_ plan: ServerBackups.Plan) -> [Finding] {
        var (here, there) = (stat(), stat())
        guard stat(data, &here) == 0, stat(plan.directory, &there) == 0, here.st_dev == there.st_dev else { return [] }
        return [
            .warning(
                "backups", "they are on the same disk as the data",
                remedy: "name a directory on another one, or take copies away regularly")
        ]
    }
}
