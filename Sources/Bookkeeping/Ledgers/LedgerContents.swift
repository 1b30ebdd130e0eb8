import FolderFormat
import LedgerCore
import SQLiteStore

/// What the store holds of a ledger, read once when it is opened.
struct LedgerContents: Sendable {
    let id: LedgerID
    let currency: Currency
    let ledger: Ledger
    var segments: OwnSegments
    var authors = Authors()
    var departures: [DeviceID: ParticipantID] = [:]
    var schemaVersion = 1
    let problems: [FormatProblem]

    /// Decrypts and decodes every piece in order of arrival, then folds all events at once.
    static func load(_ id: LedgerID, in currency: Currency, from store: Store) async throws -> LedgerContents {
        let records = try await store.segments(of: id)
        var files = Dictionary(uniqueKeysWithValues: records.map { ($0.id, OpenedFile($0)) })
        var events: [Event] = []
        var problems: [FormatProblem] = []
        try await store.forEachPiece(of: id) { piece in
            var file = files[piece.segment] ?? OpenedFile(piece.segment, suffix: .jsonl)
            let contents = SegmentContents(decoding: piece.bytes, file: file.path, linesBefore: file.lines)
            file.lines += contents.lineCount
            files[piece.segment] = file
            events += contents.events
            problems += contents.problems
        }
        var ledger = Ledger()
        ledger.insert(events)
        return LedgerContents(
            id: id, currency: currency, ledger: ledger, segments: OwnSegments(records),
            authors: Authors(try await store.successors(in: id)), departures: try await store.departures(from: id),
            problems: problems)
    }
}

/// A segment's name in the folder, and how many of its lines were decoded.
private struct OpenedFile {
    let path: String
    var lines = 0

    init(_ record: SegmentRecord) {
        self.init(record.id, suffix: record.file.flatMap { SegmentName.Suffix(rawValue: $0.suffix) } ?? .jsonl)
    }

    init(_ segment: SegmentID, suffix: SegmentName.Suffix) {
        let name = SegmentName(opened: segment.instant, suffix: suffix)
        path = SegmentPath(device: segment.device, name: name).description
    }
}
