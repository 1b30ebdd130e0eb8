import Accounts
import Bookkeeping
import FolderFormat
import HTTPServer
import JSON
import LedgerCore

/// Backups to take away, and to restore (`SC-FR-BAK-*`). What takes long is done beside the event loops.
enum BackupRoutes {
    @Sendable static func make(_ call: Call, _ caller: Caller) async throws -> Answer {
        var body = try call.body()
        if body.optionalTruth("understood") != true {
            body.refuse(
                "understood", "not-understood",
                "The file is not encrypted: whoever has it can read and change every ledger in it. Say “understood”: true."
            )
        }
        let chosen = body.optionalTexts("ledgerIds")?.map { LedgerID($0) }
        if chosen?.contains(nil) ?? false {
            body.refuse("ledgerIds", "not-an-id", "The field “ledgerIds” must hold the ids of ledgers.")
        }
        try body.finish()
        let (books, version) = (call.books, call.api.settings.version)
        let bytes = try await Task.detached {
            try await books.backup(
                of: chosen?.compactMap { $0 }, for: caller.account.id, device: caller.device.id, appVersion: version)
        }.value
        var answer = Answer(.ok, .json(bytes)).secret
        answer.fields.append("Content-Disposition", "attachment; filename=\"\(fileName(call.now))\"")
        return answer
    }

    private static func fileName(_ now: Instant) -> String { "splitclone_backup_\(now.fileStamp).json" }

    @Sendable static func restore(_ call: Call, _ caller: Caller) async throws -> Answer {
        var query = try call.query()
        let mode = query.one("mode", "merge or replace", RestoreWish.Mode.init(rawValue:)) ?? .merge
        let ledgers = query.all("ledger", "the id of a ledger") { LedgerID($0) }
        let isDryRun = query.one("dryRun", "true or false") { ["true": true, "false": false][$0] } ?? false
        try query.finish()
        try BodyReader.checkMediaType(call.request["Content-Type"])
        let (books, bytes) = (call.books, call.request.body)
        let wish = RestoreWish(mode, ledgers: ledgers, isDryRun: isDryRun)
        let report = try await Task.detached {
            try await books.restore(try BackupFile(decoding: bytes), wish, for: caller.account.id)
        }.value
        return .json(RestoreReportView(report: report))
    }
}

extension Instant {
    /// `20260514-120311`, in UTC (`SC-FR-EXR-6`).
    var fileStamp: String {
        description.prefix(19).filter { $0 != "-" && $0 != ":" }.replacing("T", with: "-")
    }
}

/// What a restore did, or would do.
private struct RestoreReportView: JSONWritable {
    let report: RestoreReport

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("mode", report.mode.rawValue)
            json.member("dryRun", report.isDryRun)
            json.member("exportedAt", report.exportedAt)
            json.member("backupNeeded", report.needsBackup)
            json.member("ledgers", each: report.ledgers) { json, line in
                json.object { json in
                    json.member("ledgerId", line.id.text)
                    json.member("name", line.name)
                    json.member("outcome", line.outcome.rawValue)
                    json.member("events", line.events)
                    json.member("newEvents", line.newEvents)
                    json.member("lostEvents", line.lostEvents)
                    json.member("stateHash", line.stateHash)
                }
            }
            json.member("removedLedgerIds", each: report.removed) { $0.value($1.text) }
        }
    }
}
