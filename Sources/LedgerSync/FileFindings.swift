import FolderFormat
import LedgerCore
import SharedFolders

/// What is wrong with single files, carried from run to run: a file that does not change is not read again, and what was
/// wrong with it must not be forgotten for that.
struct FileFindings {
    /// Lines that could not be used, and events from the future, by file.
    private var lines: [String: [FormatProblem]] = [:]
    /// Files set aside as a whole, in the state that this tag names.
    private var setAside: [String: (etag: String, problem: FormatProblem)] = [:]
    /// Files of ours that a copy of this server left cut, in the state that this tag names, and when that was seen.
    private var halves: [String: (etag: String, since: Instant)] = [:]
    /// Of the last full run alone: strangers, and files that are missing or closed to us.
    private var passing: [FormatProblem] = []

    /// `problems`: found when the ledger's events were read from the store.
    init(_ problems: [FormatProblem]) {
        lines = Dictionary(grouping: problems.cut(at: SyncLimits.problems), by: \.file)
    }

    /// At most `SyncLimits.problems`, by file and line; then how many more.
    var all: [FormatProblem] {
        let all = passing + setAside.values.map(\.problem) + halves.keys.map(Self.half) + lines.values.joined()
        return all.sorted { ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0) }.cut(at: SyncLimits.problems)
    }

    /// The first of those that keep something from being read or written.
    var gravest: FormatProblem? {
        all.first { $0.code != .earlyEvent }
    }

    func isSetAside(_ segment: ListedSegment) -> Bool {
        setAside[segment.path.description]?.etag == segment.etag.text
    }

    /// A new plan stands: what it looked at afresh is known afresh.
    mutating func take(_ plan: SyncPlan, _ listing: FolderListing) {
        passing = plan.problems
        let fetched = Set(plan.fetches.map(\.segment.path.description))
        let listed = Dictionary(
            uniqueKeysWithValues: listing.segments.values.map { ($0.path.description, $0.etag.text) })
        setAside = setAside.filter { file, finding in listed[file] == finding.etag && !fetched.contains(file) }
        halves = halves.filter { file, half in listed[file] == half.etag }
    }

    /// Whether to wait for whoever left a file of ours cut. It holds what is to be in it, and somebody may have read that; if
    /// it does not come back it is waited for no more.
    mutating func waits(for path: SegmentPath, _ etag: ETag, at now: Instant) -> Bool {
        let file = path.description
        let known = halves[file].flatMap { $0.etag == etag.text ? $0.since : nil }
        let since = known ?? now
        let isPatient = abs(now.milliseconds - since.milliseconds) < SyncLimits.patience
        halves[file] = isPatient ? (etag.text, since) : nil
        return isPatient
    }

    private static func half(_ file: String) -> FormatProblem {
        FormatProblem(
            file: file, code: .unreadableSegment,
            message: "A copy of this server left it half written; what is to be added to it waits for an hour.")
    }

    mutating func setAside(_ segment: ListedSegment, _ problem: FormatProblem) {
        setAside[segment.path.description] = (segment.etag.text, problem)
    }

    /// Until the next full run.
    mutating func addForNow(_ problem: FormatProblem) {
        passing.append(problem)
    }

    /// Of a file's lines at most as many as there is room for in all: rubbish must not fill the memory.
    mutating func add(_ problems: [FormatProblem], of file: String) {
        let known = Set(lines[file, default: []])
        let room = SyncLimits.problems - lines.values.reduce(0) { $0 + $1.count }
        let new = problems.filter { !known.contains($0) }.cut(at: max(room, 0)).filter { !known.contains($0) }
        lines[file, default: []] += new
    }
}

extension FormatProblem {
    var text: ProblemText {
        let place = line.map { "\(file), line \($0)" } ?? file
        return ProblemText(code: code.rawValue, detail: "\(place): \(message)", remedy: remedy)
    }

    package var remedy: String {
        switch code {
        case .unreadableSegment, .rewrittenSegment, .missingSegment, .truncatedLine:
            "Restore the file from the home that wrote it, or from the folder's version history; the rest is in use."
        case .newerEvent, .unknownKind: "Update SplitClone on this server; the rest is in use."
        case .notJSON, .missingField, .badField, .doesNotAddUp:
            "Tell the home that wrote the file; the line is left out, the rest is in use."
        case .strayFile:
            "If it is a renamed segment, give it its name back; otherwise move it out of the ledger's folder."
        case .moreProblems: "Mend what is listed first, then look again."
        case .earlyEvent: "Set the clock of the home that wrote it; the event is in use."
        }
    }
}
