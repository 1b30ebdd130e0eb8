import Bookkeeping
import HTTPServer
import Interchange
import LedgerCore

/// A whole ledger as one ZIP file that a stranger can read in twenty years, without this program: what it adds up to, each
/// person's transactions, and the log it all comes from, in the clear. Its key is not in it.
enum ArchiveRoute {
    @Sendable static func archive(_ call: Call, _ member: Member) async throws -> Answer {
        try call.refuseQuery()
        let books = call.books
        let ledger = member.ledger
        let snapshot = try await SnapshotRoutes.bytes(call, member)
        let state = await ledger.read { $0.standing }
        let facts = try books.facts(of: ledger.id)
        let bytes = try await Task.detached {
            let log = try await books.plainLog(of: ledger.id)
            return Self.zip(state, facts, snapshot: snapshot, log: log)
        }.value
        let name = ["splitclone", Slug.of(state.name, fallback: "ledger"), "archive", call.now.fileStamp]
        return ExportFile(suffix: ".zip", contentType: "application/zip", bytes: bytes)
            .answer(named: name.joined(separator: "_"))
    }

    private static func zip(
        _ state: LedgerState, _ facts: LedgerFacts, snapshot: [UInt8], log: [LogFile]
    ) -> [UInt8] {
        var archive = ZIPArchive(state.lastChange)
        archive.add("README.txt", Array(readme(state, facts).utf8))
        archive.add("ledger.json", snapshot)
        var slugs: Set<String> = []
        for participant in state.participantsInOrder {
            var slug = Slug.of(participant.name, fallback: "participant")
            if !slugs.insert(slug).inserted { slug += "-" + participant.id.description.prefix(8) }
            for mode in Projection.allCases {
                let text = CSVExport(state, in: facts.currency).text(of: participant.id, mode)
                archive.add("transactions/\(slug)_\(mode.rawValue).csv", Array(text.utf8))
            }
        }
        for file in log { archive.add(file.path, file.bytes) }
        return archive.finished()
    }

    private static func readme(_ state: LedgerState, _ facts: LedgerFacts) -> String {
        """
        \(state.name)
        ============

        A ledger of shared expenses, written by SplitClone: everything in it, in files that need no program.

        Ledger    \(facts.id)
        Currency  \(facts.currency.code), \(facts.currency.digits) digits after the point
        People    \(state.participantsInOrder.map(\.name).joined(separator: ", "))
        Expenses  \(state.expenses.count)
        Payments  \(state.settlements.count)

        ledger.json
            What it all comes to: people, labels, expenses with everybody's share, payments between people, who owes
            whom, budgets. JSON; amounts are decimal texts, people are named by their ids, which "ledger" explains.

        transactions/<person>_cash.csv
            What left or entered the person's bank account. Comma separated, UTF-8, negative amounts went out.

        transactions/<person>_virtual.csv
            What changed what the others owe the person. The amounts add up to what the person is owed (negative: owes).

        events/<device>/<time>.jsonl
            The log from which all of this is worked out, as it is kept: one JSON object per line, "kind" says what
            happened, "entryAt" when, {"$bigint":"4720"} is 4720 of the currency's smallest units. Nothing in it was
            ever changed or removed. To work it out anew: leave out lines whose "id" you have had, sort the rest by
            "entryAt" and then "id", and apply them one after the other; a deletion is final, the last word about a
            thing holds. An expense without "shares" is divided equally among "splitParticipantIds"; what can not be
            divided goes to who paid, or else to the one of them whose id sorts first.

        The key of the ledger is not in this archive: with it nobody can write to the ledger.
        """ + "\n"
    }
}

extension LedgerState {
    /// When something in it was said last; 1980, where the calendar of ZIP begins, when nothing was.
    fileprivate var lastChange: Instant {
        let said =
            expenses.map { ($0.lastEdited ?? $0.created).at } + settlements.map { ($0.lastEdited ?? $0.created).at }
            + participants.values.map(\.added.at)
        return said.max() ?? Instant(milliseconds: 315_532_800_000)
    }
}
