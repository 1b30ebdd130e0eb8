import Bookkeeping
import HTTPServer
import LedgerCore

/// One person's transactions as a file for a finance program (`SC-FR-EXR-*`).
enum ExportRoute {
    @Sendable static func export(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let chosen = query.one("participant", "the id of a person") { ParticipantID(typed: $0) }
        let mode = query.one("mode", "cash or virtual", Projection.init(rawValue:)) ?? .cash
        _ = query.one("format", "csv") { $0 == "csv" ? $0 : nil }
        let filter = ExpenseFilter(datesAndLabels: &query)
        try query.finish()
        let device = member.device
        let (state, me) = await member.ledger.read { ($0.standing, $0.participant(of: device)) }
        guard let id = chosen ?? me else {
            throw Problem.refused(
                "participant", "missing", "Say whose transactions: this device has not claimed anyone yet.")
        }
        guard let participant = state.participants[state.resolved(id)] else {
            throw Problem.refused("participant", "unknown-participant", "There is nobody with this id in the ledger.")
        }
        let text = CSVExport(state, in: member.ledger.currency).text(of: participant.id, mode, matching: filter)
        var answer = Answer(.ok, .other(contentType: "text/csv; charset=utf-8", Array(text.utf8)))
        let name = fileName(state.name, participant.name, mode, call.now)
        answer.fields.append("Content-Disposition", "attachment; filename=\"\(name)\"")
        return answer
    }

    /// `splitclone_<ledger>_<participant>_<mode>_<YYYYMMDD-HHMMSS>.csv` (`SC-FR-EXR-6`), in UTC.
    private static func fileName(_ ledger: String, _ participant: String, _ mode: Projection, _ now: Instant) -> String
    {
        let digits = now.description.prefix(19).filter { $0 != "-" && $0 != ":" }
        let stamp = digits.replacing("T", with: "-")
        return [
            "splitclone", Slug.of(ledger, fallback: "ledger"), Slug.of(participant, fallback: "participant"),
            mode.rawValue,
            stamp,
        ].joined(separator: "_") + ".csv"
    }
}
