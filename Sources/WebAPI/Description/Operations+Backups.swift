import Bookkeeping
import HTTPServer

/// Backups to take away, and to restore.
extension Operations {
    static let backups: [String: Operation] = [
        "server": Operation("How the server is set up, for its owner", 200, .json(server)),
        "makeBackup": Operation(
            "A backup of my ledgers, with their join codes in the clear (SC-FR-BAK-1, SC-FR-BAK-3)",
            takes: .object([
                Schema.always("understood", .truth, "That whoever has the file has the ledgers: must be true."),
                Schema.maybe("ledgerIds", .orNull(.list(.ledgerID)), "All of mine, if left out."),
            ]), 200, .json(.named("Backup")), problems: [404]),
        "restore": Operation(
            "Restore a backup: all of what is asked for, or nothing (SC-FR-BAK-2, SC-FR-BAK-4)",
            query: [
                .init(
                    name: "mode", schema: .oneOf(RestoreWish.Mode.allCases.map(\.rawValue)),
                    about: "`merge` adds what is not here (the default); `replace` leaves me with the file's ledgers."),
                .init(
                    name: "ledger", schema: .ledgerID, about: "Which ledgers of the file; all, if left out.",
                    isRepeatable: true),
                .init(name: "dryRun", schema: .truth, about: "Only say what would be done."),
            ],
            takes: .named("Backup"), 200, .json(.named("RestoreReport")), problems: [409]),
    ]

    private static let server = Schema.object([
        Schema.always("version", .text()), Schema.always("folderRoots", .list(.text())),
        Schema.always(
            "backups",
            .orNull(
                .object([
                    Schema.always("directory", .text()), Schema.always("lastAt", .orNull(.instant)),
                    Schema.always("nextAt", .instant), Schema.always("overdue", .truth),
                    Schema.always("problem", .orNull(.text()), "Why the last one failed."),
                ])), "Of the whole server, by the clock; null: nobody asked for any."),
    ])
}

extension Schemas {
    static let backups: [(String, Schema)] = [
        ("Backup", backup),
        (
            "RestoreReport",
            .object([
                Schema.always("mode", .oneOf(RestoreWish.Mode.allCases.map(\.rawValue))),
                Schema.always("dryRun", .truth), Schema.always("exportedAt", .orNull(.instant)),
                Schema.always(
                    "backupNeeded", .truth, "Replacing would be refused: no backup of the last hour holds what goes."),
                Schema.always("ledgers", .list(restored)),
                Schema.always("removedLedgerIds", .list(.ledgerID), "Mine that are not in the file."),
            ])
        ),
    ]

    /// As `docs/file-format.md` (g) has it; other apps may have written more.
    private static let backup = Schema.object(
        [
            Schema.always("splitcloneBackup", .integer(1...1)),
            Schema.always(
                "ledgers",
                .list(
                    .object(
                        [
                            Schema.always("ledgerId", .ledgerID), Schema.always("joinCode", .text()),
                            Schema.always("fingerprint", .text()),
                            Schema.always("events", .list(.object([], isOpen: true))),
                        ], isOpen: true))),
        ], isOpen: true)

    private static let restored = Schema.object([
        Schema.always("ledgerId", .ledgerID), Schema.always("name", .text()),
        Schema.always("outcome", .oneOf(RestoreReport.Outcome.allCases.map(\.rawValue))),
        Schema.always("events", .integer(), "In the file."),
        Schema.always("newEvents", .integer(), "To be written."),
        Schema.always("lostEvents", .integer(), "Here, and not in the file, of one that is replaced."),
        Schema.always("stateHash", .orNull(.text()), "Of what is kept afterwards, read back from the disk."),
    ])
}
