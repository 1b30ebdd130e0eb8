import Bookkeeping
import FolderFormat
package import JSON
import LedgerCore
package import LedgerSync

/// A ledger as the API shows it to one of its devices: everything but its entries.
struct LedgerOverview: JSONWritable, Sendable {
    let facts: LedgerFacts
    let name: String
    let kind: LedgerKind
    let archivedAt: Instant?
    let timeZone: String?
    let defaultSplit: Split
    let participants: [ParticipantView]
    let labels: [LabelView]
    let me: ParticipantID?
    let myBalance: Money?
    let revision: Int
    let sync: SyncStatus

    /// As it stands now.
    init(_ member: Member, _ facts: LedgerFacts, _ books: Books) async {
        let sync = await books.syncStatus(of: facts.id)
        let device = member.device
        self = await member.ledger.read { view in LedgerOverview(view, facts, sync, device: device) }
    }

    /// In a moment that other parts of an answer are taken from too.
    init(_ view: Bookkeeping.LedgerView, _ facts: LedgerFacts, _ sync: SyncStatus, device: DeviceID) {
        self.facts = facts
        self.sync = sync
        name = view.state.name
        kind = view.state.kind
        archivedAt = view.state.archivedAt ?? facts.archivedAt
        timeZone = view.timeZone
        defaultSplit = view.state.usualSplit ?? .equal
        participants = ParticipantView.all(in: view)
        labels = LabelView.all(in: view)
        me = view.participant(of: device)
        myBalance = me.flatMap { me in view.balances.positions.first { $0.participant == me }?.amount }
        revision = view.revision
    }

    /// Of a ledger that does not open: it is shown with what is wrong, for the others are to be seen all the same.
    init(unreadable facts: LedgerFacts, _ problem: Problem, at now: Instant) {
        self.facts = facts
        name = facts.id.text
        kind = .group
        archivedAt = facts.archivedAt
        timeZone = nil
        defaultSplit = .equal
        participants = []
        labels = []
        me = nil
        myBalance = nil
        revision = 0
        sync = .unreadable(problem.detail, isShared: facts.isShared, since: now)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", facts.id.text)
            json.member("name", name)
            json.member("kind", kind.rawValue)
            json.member("currency", facts.currency.code)
            json.member("minorDigits", facts.currency.digits)
            json.member("schemaVersion", facts.schemaVersion)
            json.member("createdAt", facts.createdAt)
            json.member("archivedAt", archivedAt)
            json.member("timeZone", timeZone)
            json.member("keyFingerprint", facts.keyFingerprint)
            json.member("recoveryAcknowledged", facts.recoveryAcknowledged)
            json.key("folder")
            if let folder = facts.folder { json.value(LedgerFolderView(folder)) } else { json.null() }
            json.member("myParticipantId", orNull: me)
            json.member("myBalance", myBalance?.text(in: facts.currency))
            json.member("participants", each: participants) { $0.value($1) }
            json.member("labels", each: labels) { $0.value($1) }
            json.key("defaultSplit")
            if defaultSplit == .equal { json.null() } else { json.writeSplit(defaultSplit, facts.currency) }
            json.member("sync", sync)
            json.member("revision", revision)
        }
    }
}

struct LedgerFolderView: JSONWritable {
    let folder: LedgerFacts.Folder
    init(_ folder: LedgerFacts.Folder) { self.folder = folder }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("connectionId", folder.connection)
            json.member("path", folder.path)
        }
    }
}

extension SyncStatus: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("state", state.rawValue)
            json.member("lastSyncedAt", lastSyncedAt)
            json.member("pendingEvents", pendingEvents)
            json.key("problem")
            if let problem { json.value(problem) } else { json.null() }
            json.key("progress")
            if let progress { json.value(progress) } else { json.null() }
            json.member("fileProblems", each: problems) { json, problem in
                json.object { json in
                    json.member("file", problem.file)
                    json.key("line")
                    if let line = problem.line { json.value(line) } else { json.null() }
                    json.member("code", problem.code.rawValue)
                    json.member("detail", problem.message)
                }
            }
        }
    }
}

extension SyncProgress: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("segmentsDone", segmentsDone)
            json.member("segments", segments)
            json.member("bytesDone", bytesDone)
            json.member("bytes", bytes)
        }
    }
}

extension SyncProblem: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("code", code)
            json.member("detail", detail)
            json.member("remedy", remedy)
            json.member("since", since)
        }
    }
}

extension SyncAnswer: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("state", state.rawValue)
            json.member("pulled", pulled)
            json.member("pushed", pushed)
            if let problem { json.member("problem", problem) }
        }
    }
}

extension SyncCount: JSONWritable {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("segments", segments)
            json.member("events", events)
        }
    }
}
