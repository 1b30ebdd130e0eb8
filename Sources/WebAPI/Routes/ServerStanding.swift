package import Bookkeeping
import JSON
import LedgerCore

/// What whoever runs the server decided, and what became of it.
package struct ServerStanding: Sendable {
    package let folderRoots: [String]
    /// `nil`: nobody asked for backups by the clock.
    package let backups: BackupStanding?

    package init(folderRoots: [String], backups: BackupStanding?) {
        self.folderRoots = folderRoots
        self.backups = backups
    }
}

struct BackupStandingView: JSONWritable {
    let standing: BackupStanding

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("directory", standing.directory)
            json.member("lastAt", standing.newest?.description)
            json.member("nextAt", standing.next.description)
            json.member("overdue", standing.isOverdue)
            json.member("problem", standing.problem)
        }
    }
}

/// Who may come in to look at people who are made up, and with what.
package struct DemonstrationDoor: Sendable {
    package let names: [String]
    package let password: String

    package init(names: [String], password: String) {
        self.names = names
        self.password = password
    }
}
