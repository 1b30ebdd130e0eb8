package import SQLiteStore
package import SharedFolders

/// Why a run ended early. What is wrong with a single file is not among these: it is reported, and the run goes on.
package enum SyncFailure: Error, Equatable, Sendable {
    case folder(FolderError)
    case store(StoreError)
    case ledger(LedgerFolderError)
}

/// Why a folder is not the ledger it should be.
package enum LedgerFolderError: Error, Equatable, Sendable {
    /// There is no `ledger.json`.
    case noLedger
    /// There is one, but it is not SplitClone's.
    case notALedger(String)
    /// Written by a version of the format that we do not understand (SC-ARC-FMT-2).
    case tooNew(schemaVersion: Int)
    case otherLedger
    /// Anybody who can write the folder can write that: a ledger's currency is what it was made with.
    case otherCurrency(String)
    /// The key's fingerprint is not the folder's (SC-ARC-ENC-3).
    case otherKey
    /// A new ledger needs an empty folder, or none.
    case occupied
    case folder(FolderError)
}

extension SyncFailure {
    init(_ error: LedgerFolderError) {
        if case .folder(let error) = error { self = .folder(error) } else { self = .ledger(error) }
    }

    /// `offline` is for what passes by itself.
    var state: SyncState {
        if case .folder(.unreachable) = self { .offline } else { .error }
    }

    var retryAfter: Duration? {
        if case .folder(.unreachable(_, let retryAfter)) = self { retryAfter } else { nil }
    }
}

/// A problem's three texts, before it is known since when it is there.
struct ProblemText: Equatable {
    let code: String
    let detail: String
    let remedy: String
}

extension SyncFailure {
    var text: ProblemText {
        switch self {
        case .folder(let error): Self.text(error)
        case .store(let error): Self.text(error)
        case .ledger(let error): Self.text(error)
        }
    }

    /// A reason may be a sentence of its own.
    private static func bare(_ reason: String) -> String {
        reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    }

    private static func text(_ error: FolderError) -> ProblemText {
        switch error {
        case .unreachable(let reason, _):
            ProblemText(
                code: "folder-unreachable", detail: "The folder does not answer (\(Self.bare(reason))).",
                remedy: "Check that the drive is mounted and the service can be reached; sync goes on trying.")
        case .changed:
            ProblemText(
                code: "folder-busy", detail: "The folder changed while it was being written.",
                remedy: "Nothing needs doing: the next sync looks again.")
        case .missing:
            ProblemText(
                code: "folder-missing", detail: "The folder is not there.",
                remedy: "Put the folder back where it was, or attach the ledger to another one.")
        case .denied(let reason):
            ProblemText(
                code: "folder-denied", detail: "The folder may not be used (\(Self.bare(reason))).",
                remedy: "Give the account that SplitClone runs as the right to read and write the folder.")
        case .signInNeeded(let reason):
            ProblemText(
                code: "reconnect", detail: "The service wants you to sign in again (\(Self.bare(reason))).",
                remedy: "Sign in again at the folder connection; everything is kept here and follows then.")
        case .full:
            ProblemText(
                code: "folder-full", detail: "There is no room left in the folder.",
                remedy: "Make room there; everything is kept here and follows with the next sync.")
        case .damaged(let reason):
            ProblemText(
                code: "folder-damaged", detail: "The folder is not what it should be (\(Self.bare(reason))).",
                remedy: "Restore the folder from a copy or from the service's version history.")
        }
    }

    private static func text(_ error: StoreError) -> ProblemText {
        if case .full = error {
            return ProblemText(
                code: "disk-full", detail: "This server's disk is full.",
                remedy: "Make room on the server's disk; sync goes on by itself.")
        }
        return ProblemText(
            code: "store-failed", detail: "This server could not use its own store (\(error)).",
            remedy: "Check the server's disk and its log.")
    }

    private static func text(_ error: LedgerFolderError) -> ProblemText {
        switch error {
        case .noLedger:
            ProblemText(
                code: "not-a-ledger", detail: "The ledger is not in its folder: there is no ledger.json.",
                remedy: "Check that the drive is mounted; otherwise restore the folder, or attach the right one.")
        case .notALedger(let reason): notALedger(reason)
        case .tooNew(let version):
            ProblemText(
                code: "ledger-too-new",
                detail: "The ledger was written by a newer SplitClone (format version \(version)).",
                remedy: "Update SplitClone on this server; until then nothing is read or written.")
        case .otherLedger:
            ProblemText(
                code: "other-ledger", detail: "The folder holds another ledger.",
                remedy: "Attach this ledger to its own folder.")
        case .otherCurrency(let code):
            ProblemText(
                code: "other-ledger",
                detail: "The folder's ledger.json says that the ledger is in \(code), which is not its currency.",
                remedy: "Restore its ledger.json, or attach the ledger to its own folder.")
        case .otherKey:
            ProblemText(
                code: "wrong-join-code", detail: "The folder's ledger has another key.",
                remedy: "Join it anew with the join code that belongs to this folder.")
        case .occupied:
            ProblemText(
                code: "folder-not-empty", detail: "The folder is not empty, and holds no ledger.",
                remedy: "Choose an empty folder or a new one.")
        case .folder(let error): text(error)
        }
    }

    private static func notALedger(_ reason: String) -> ProblemText {
        ProblemText(
            code: "not-a-ledger", detail: "The folder does not hold a SplitClone ledger (\(reason)).",
            remedy: "Restore its ledger.json, or attach the ledger to the right folder.")
    }
}
