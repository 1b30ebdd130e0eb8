import Bookkeeping
import HTTPServer
import Interchange
import LedgerCore

/// One person's transactions as a file for a finance program (`SC-FR-EXR-*`).
enum ExportRoute {
    /// The exact CSV; everything else is an `ExportFormat`.
    private static let exact = "csv"
    static let formats = [exact] + ExportFormat.allCases.map(\.rawValue)

    @Sendable static func export(_ call: Call, _ member: Member) async throws -> Answer {
        var query = try call.query()
        let chosen = query.one("participant", "the id of a person") { ParticipantID(typed: $0) }
        let mode = query.one("mode", "cash or virtual", Projection.init(rawValue:)) ?? .cash
        let format = query.one("format", "one of \(formats.joined(separator: ", "))") { name in
            formats.contains(name) ? name : nil
        }
        let options = options(format.flatMap(ExportFormat.init), &query)
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
        let (ledger, currency) = (member.ledger.id, member.ledger.currency)
        let file = await offLoop {
            guard let format = format.flatMap(ExportFormat.init) else {
                let text = CSVExport(state, in: currency).text(of: participant.id, mode, matching: filter)
                return ExportFile(suffix: ".csv", contentType: "text/csv; charset=utf-8", bytes: Array(text.utf8))
            }
            let sheet = BookingSheet(state, ledger, of: participant, in: currency, mode, matching: filter)
            return ExportFile(
                suffix: format.fileSuffix, contentType: format.contentType(options),
                bytes: format.bytes(of: sheet, options))
        }
        return file.answer(named: fileName(state.name, participant.name, mode, call.now))
    }

    private static func options(_ format: ExportFormat?, _ query: inout QueryReader) -> ExportFormat.Options {
        let dates = query.one("dates", "mdy, dmy or iso", ExportFormat.DateOrder.init(rawValue:))
        let encoding = query.one("encoding", "utf-8 or windows-1252", ExportFormat.Encoding.init(rawValue:))
        let isTaken = { (options: ExportFormat.Options) in
            format?.takes(options) ?? (options.dates == nil && options.encoding == nil)
        }
        for (name, options) in [("dates", ExportFormat.Options(dates: dates)), ("encoding", .init(encoding: encoding))]
        where !isTaken(options) {
            query.refuse(name, "not-for-this-format", "This format leaves no choice of “\(name)”.")
        }
        return ExportFormat.Options(dates: dates, encoding: encoding)
    }

    /// `splitclone_<ledger>_<participant>_<mode>_<YYYYMMDD-HHMMSS>` (`SC-FR-EXR-6`), in UTC.
    private static func fileName(_ ledger: String, _ participant: String, _ mode: Projection, _ now: Instant) -> String
    {
        [
            "splitclone", Slug.of(ledger, fallback: "ledger"), Slug.of(participant, fallback: "participant"),
            mode.rawValue, now.fileStamp,
        ].joined(separator: "_")
    }
}

/// A file to be kept by who asked for it.
struct ExportFile: Sendable {
    let suffix: String
    let contentType: String
    let bytes: [UInt8]

    func answer(named name: String) -> Answer {
        var answer = Answer(.ok, .other(contentType: contentType, bytes))
        answer.fields.append("Content-Disposition", "attachment; filename=\"\(name + suffix)\"")
        return answer
    }
}
