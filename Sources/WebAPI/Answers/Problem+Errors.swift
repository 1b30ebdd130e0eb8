import Accounts
import Bookkeeping
import FolderFormat
import HTTPServer
import Interchange
import LedgerCore

extension Problem {
    /// What an error means to a client. The sets are closed; what is in none of them is our own mistake.
    init(_ error: any Error) {
        switch error {
        case let error as Problem: self = error
        case let error as Refusal: self.init(error)
        case let error as InputRefusal: self = .refused(error.field, error.code.rawValue, error.message)
        case let error as Denial: self.init(error)
        case let error as Unavailable: self.init(error)
        case let error as SharingRefusal: self.init(error)
        case let error as ConnectionRefusal: self.init(error)
        case let error as FriendRefusal:
            self.init(error.status, error.code, error.message, about: error.field)
        case let error as PasskeyRefusal:
            self.init(error.status, error.code, error.message, about: error.field)
        case let error as TransferRefusal:
            self.init(error.status, error.code, error.message, about: error.field)
        case let error as BackupProblem: self.init(error)
        case let error as RestoreRefusal: self.init(error.status, error.code, error.message, about: nil)
        case let error as ImportObjection: self = .refused(error.field, error.code, error.message)
        case let error as ImportRefusal: self.init(error)
        case let error as WrongConfirmation:
            self = .refused(WrongConfirmation.field, WrongConfirmation.code, error.message)
        case is ChangedMeanwhile: self = .changedMeanwhile
        case is CancellationError: self.init(.closing)
        default: self.init(500, "internal-error", "Something went wrong in the server. Its log tells more.")
        }
    }

    /// For the log: no names, no contents, only what kind of thing failed.
    static func reason(_ error: any Error) -> String {
        switch error {
        case Unavailable.disk(let detail), Unavailable.damaged(let detail): detail
        case let error as Unavailable: error.code
        case let error as Problem: error.code
        default: "\(type(of: error))"
        }
    }

    /// Something that is not there is 404, something that is gone and would come back, or can not be taken back, 409;
    /// everything else a ledger refuses is 422.
    private init(_ refusal: Refusal) {
        if refusal.isAboutSomethingMissing {
            self.init(404, refusal.reasons[0].code.rawValue, refusal.reasons[0].message)
            return
        }
        if let reason = refusal.reasons.first, [.deletedMeanwhile, .cannotUndo].contains(reason.code) {
            self.init(409, reason.code.rawValue, reason.message)
            return
        }
        self = .refused(
            refusal.reasons.map { FieldError(field: $0.field ?? "", code: $0.code.rawValue, message: $0.message) })
        errors.removeAll { $0.field.isEmpty }
    }

    private init(_ denial: Denial) {
        self.init(Status(UInt16(denial.status)), denial.code, denial.message)
        retryAfter = denial.retryAfterSeconds
    }

    /// Not JSON at all is malformed; what is JSON and no good backup is refused.
    private init(_ problem: BackupProblem) {
        let status: Status = if case .notJSON = problem { 400 } else { 422 }
        self.init(status, problem.code, problem.message)
    }

    private init(_ unavailable: Unavailable) {
        self.init(Status(UInt16(unavailable.status)), unavailable.code, unavailable.message)
        retryAfter = unavailable.retryAfterSeconds
    }

    private init(_ refusal: SharingRefusal) {
        self.init(refusal.status, refusal.code, refusal.message, about: refusal.field)
        if status == .serviceUnavailable { retryAfter = 30 }
    }

    private init(_ refusal: ConnectionRefusal) {
        self.init(refusal.status, refusal.code, refusal.message, about: refusal.field)
        retryAfter = refusal.retryAfterSeconds
    }

    private init(_ refusal: ImportRefusal) {
        let place = refusal.line.map { "Line \($0): " } ?? ""
        self.init(refusal.code == .tooLarge ? 413 : 422, refusal.code.rawValue, place + refusal.message)
    }

    private init(_ status: Int, _ code: String, _ message: String, about field: String?) {
        self.init(Status(UInt16(status)), code, message)
        if let field { errors = [FieldError(field: field, code: code, message: message)] }
    }
}
