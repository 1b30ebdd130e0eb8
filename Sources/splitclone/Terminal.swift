import Accounts
import ArgumentParser
import Bookkeeping
import FolderFormat
import Glibc
import HTTPServer
import LedgerCore
import SQLiteStore

/// Why a command ends without having done its work. The twin of the API's `Problem`: the only place where errors become
/// words on a terminal and an exit status.
struct CommandFailure: Error {
    enum Status: Int32 {
        case failed = 1
        case askedWrongly = 2
        case foundDamage = 3
    }

    var status: Status
    /// One sentence, without a period at its end.
    var message: String
    var hint: String?

    init(_ status: Status, _ message: String, hint: String? = nil) {
        self.status = status
        self.message = message
        self.hint = hint
    }

    init(_ error: any Error) {
        switch error {
        case let error as CommandFailure: self = error
        case let error as StoreOpeningError:
            self.init(error.isDamage ? .foundDamage : .failed, error.message, hint: error.hint)
        case let error as Denial: self.init(.failed, error.message)
        case let error as InputRefusal: self.init(.askedWrongly, error.message)
        case let error as Refusal: self.init(.askedWrongly, error.reasons.map(\.message).joined(separator: " "))
        case let error as ServerBackupFault:
            self.init(error.isDamage ? .foundDamage : .failed, error.message, hint: error.hint)
        case let error as BackupProblem: self.init(.failed, error.message)
        case let error as RestoreRefusal: self.init(.failed, error.message)
        case let error as FileFailure: self.init(.failed, "\(error.path): \(error.reason)")
        case let error as Unavailable: self.init(error.isDamage ? .foundDamage : .failed, error.message)
        case let error as ServerError:
            self.init(.failed, "cannot listen: \(error)", hint: "choose another --host or --port")
        default: self.init(.failed, "\(error)")
        }
    }
}

extension StoreOpeningError {
    fileprivate var isDamage: Bool {
        switch self {
        case .masterKeyMissing, .masterKeyMalformed, .masterKeyOfAnotherStore, .unusable(.damaged): true
        default: false
        }
    }
}

extension Unavailable {
    fileprivate var isDamage: Bool { if case .damaged = self { true } else { false } }
}

/// The one who reads: what is asked for goes to standard output, one `error:` and at most one `hint:` to standard error.
enum Terminal {
    static func say(_ line: String) { put(line + "\n", on: STDOUT_FILENO) }

    static func run(_ root: (some ParsableCommand).Type) -> Never {
        do {
            var command = try root.parseAsRoot()
            try command.run()
            exit(0)
        } catch {
            switch root.exitCode(for: error) {
            case .success:
                // A wish for help or for the version.
                say(root.fullMessage(for: error))
                exit(0)
            case .validationFailure:
                let hint = "splitclone --help tells what can be asked"
                end(CommandFailure(.askedWrongly, root.message(for: error), hint: hint))
            default: end(CommandFailure(error))
            }
        }
    }

    static func end(_ failure: CommandFailure) -> Never {
        put("error: \(oneLine(failure.message))\n", on: STDERR_FILENO)
        if let hint = failure.hint { put("hint: \(oneLine(hint))\n", on: STDERR_FILENO) }
        exit(failure.status.rawValue)
    }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Everything, however often the system takes only a part.
    static func put(_ text: String, on descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno != EINTR { return }
            rest = rest.dropFirst(max(0, count))
        }
    }

    /// One line from standard input, without its end: a password never stands in the list of processes.
    static func readSecretLine() throws -> String {
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw CommandFailure(
                .askedWrongly, "there is no password on standard input", hint: "printf '%s' … | splitclone …")
        }
        return line
    }
}
