import FolderFormat
import LedgerCore
import SQLiteStore

/// The database and its key: does one open the other, and is everything there that was kept?
struct StoreDiagnosis {
    private static let handing = "to look inside, run this with the service's CREDENTIALS_DIRECTORY"

    let path: String

    /// `isSound`: what is in the database can be used for further questions.
    func findings() -> (findings: [Finding], isSound: Bool) {
        do {
            let credentials = Environment["CREDENTIALS_DIRECTORY"]
            guard let store = try StoreExamination(existing: path, credentials: credentials) else {
                return ([absence()], false)
            }
            defer { store.close() }
            return try examine(store)
        } catch StoreOpeningError.masterKeyMissing where ServerExamination.lockHolder(of: path) != nil {
            // Whoever serves has a key: systemd hands it to that service alone.
            return ([.warning("database", "the server's master key is not told here", remedy: Self.handing)], false)
        } catch {
            return ([Finding("database", error)], false)
        }
    }

    /// A key alone is what a half-finished restore leaves: a server would begin with empty books beside it.
    private func absence() -> Finding {
        guard SmallFile.bytes(path + "/master.key") != nil else { return .ok("database", "there is none yet") }
        return .warning(
            "database", "there is a master key and no database that it opens",
            remedy: "put back the database of this key as well, or restore a backup, before the server starts")
    }

    private func examine(_ store: StoreExamination) throws -> ([Finding], Bool) {
        let version = try store.version()
        try store.checkKey()
        var findings = [Finding.ok("database", "the master key opens it")]
        let faults = try store.faults()
        if faults.isEmpty {
            findings.append(.ok("database", "every page and every reference is sound"))
        }
        findings += faults.map {
            Finding(
                grade: .damage, area: "database", message: $0,
                remedy: Finding.restoring)
        }
        if version == .older {
            findings.append(
                .warning(
                    "database", "it is of an older version", remedy: "the next start of the server brings it up to date"
                ))
        }
        return (findings, faults.isEmpty && version == .current)
    }

    /// Every event of every ledger, byte by byte, as the server reads them when it opens one.
    static func ledgers(in store: Store) async -> [Finding] {
        do {
            var findings: [Finding] = []
            for record in try await store.ledgers() { findings.append(await ledger(record, in: store)) }
            findings += try await store.damagedLedgers().map { unreadable($0.id, $0.detail) }
            return findings
        } catch {
            return [Finding("ledgers", error)]
        }
    }

    private static func ledger(_ record: LedgerRecord, in store: Store) async -> Finding {
        do {
            let number = try await store.number(of: record.id)
            _ = try LedgerMetadata(decoding: record.metadata)
            var events: [Event] = []
            var problems = 0
            try await store.forEachPiece(of: record.id) { piece in
                let contents = SegmentContents(decoding: piece.bytes, file: "")
                events += contents.events
                problems += contents.problems.count
            }
            let kept = "ledger \(number) (\(record.id)) is whole, \(counted(Ledger(events).revision, "event"))"
            guard problems > 0 else { return .ok("ledgers", kept) }
            return .warning(
                "ledgers", kept + ", \(counted(problems, "line")) of other homes not understood",
                remedy: "update splitclone; the lines are kept")
        } catch {
            return unreadable(record.id, CommandFailure(error).message)
        }
    }

    private static func unreadable(_ ledger: LedgerID, _ reason: String) -> Finding {
        Finding(
            grade: .damage, area: "ledgers", message: "ledger \(ledger) cannot be read (\(reason))",
            remedy: "put back a copy of the data directory, or remove it and join anew from the shared folder")
    }
}
