package import Cryptography
package import FolderFormat
package import LedgerCore
package import SharedFolders

/// A ledger's folder read as a whole with nothing but its key: what is in it, and everything that is wrong with it.
/// Nothing is written and nothing is kept.
package struct FolderInspection: Sendable {
    package let metadata: LedgerMetadata
    package let ledger: Ledger
    package let segmentCount: Int
    /// By file and line, up to `SyncLimits.problems`; then how many more.
    package let problems: [FormatProblem]

    package init(_ folder: any SharedFolder, key: SymmetricKey, now: Instant) async throws {
        metadata = try await LedgerFolder(folder).metadata(accepting: key)
        let listing = try await Self.list(folder)
        let paths = listing.segments.values.map(\.path).sorted()
        var problems = listing.problems
        var events: [Event] = []
        for path in paths {
            let contents = try await Self.read(path, in: folder, key: key)
            events += contents.events
            problems += contents.problems + Self.early(contents.events, path, now)
        }
        ledger = Ledger(events)
        segmentCount = paths.count
        self.problems = problems.sorted { ($0.file, $0.line ?? 0) < ($1.file, $1.line ?? 0) }
            .cut(at: SyncLimits.problems)
    }

    /// Those that are not listed included.
    package var problemCount: Int { problems.reduce(0) { $0 + $1.count } }

    /// The first that keeps something from being read, or else the first.
    package var gravest: FormatProblem? { problems.first { $0.code != .earlyEvent } ?? problems.first }

    /// A ledger in which nothing happened yet has no `events`.
    private static func list(_ folder: any SharedFolder) async throws(FolderError) -> FolderListing {
        var listing = FolderListing()
        do throws(FolderError) {
            for (device, _) in listing.devices(try await folder.list(LedgerPaths.events)) {
                listing.add(try await folder.list(LedgerPaths.device(device)), of: device)
            }
        } catch .missing {
        } catch {
            throw error
        }
        return listing
    }

    private static func read(
        _ path: SegmentPath, in folder: any SharedFolder, key: SymmetricKey
    ) async throws(FolderError) -> SegmentContents {
        let file = path.description
        let sealed = try await folder.read(LedgerPaths.segment(path), limit: SyncLimits.segmentBytes).bytes
        do throws(FormatProblem) {
            return SegmentContents(decoding: try Segment.open(sealed, key: key, file: file), file: file)
        } catch {
            var contents = SegmentContents()
            contents.problems = [error]
            return contents
        }
    }

    private static func early(_ events: [Event], _ path: SegmentPath, _ now: Instant) -> [FormatProblem] {
        let limit = now.advanced(byMilliseconds: Limits.toleratedClockLead)
        return events.filter { $0.entryAt > limit }.map { event in
            FormatProblem(
                file: path.description, code: .earlyEvent, message: "The event \(event.id) is stamped \(event.entryAt)."
            )
        }
    }
}
