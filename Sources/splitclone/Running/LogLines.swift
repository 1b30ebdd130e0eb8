import Bookkeeping
import Glibc
import LedgerCore
import Logging

/// The log: one line for each thing worth telling, on standard error, as `name=value` pairs that programs can take apart
/// (logfmt). Where systemd's journal listens, the time is its affair, and it is told how grave a line is.
struct LogLines: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let isJournal: Bool

    init(logLevel: Logger.Level, isJournal: Bool = Self.journalListens) {
        self.logLevel = logLevel
        self.isJournal = isJournal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let start = isJournal ? "<\(Self.priority(event.level))>" : "time=\(Machine.world.now()) "
        var line = "\(start)level=\(event.level) msg=\(Self.quoted("\(event.message)"))"
        for (name, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }).sorted(by: {
            $0.key < $1.key
        }) {
            line += " \(name)=\(Self.quoted("\(value)"))"
        }
        Terminal.put(line + "\n", on: STDERR_FILENO)
    }

    /// Quoted where it would otherwise not be one word; a line break never gets through.
    private static func quoted(_ value: String) -> String {
        let isWord = value.utf8.allSatisfy {
            $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=")
        }
        if isWord && !value.isEmpty { return value }
        let escaped = value.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.value < 32 ? " " : String(Character(scalar))
        }
        return "\"" + escaped.joined() + "\""
    }

    /// sd-daemon(3): the levels of syslog.
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }

    /// Whether standard error is the stream that `JOURNAL_STREAM` names (systemd.exec(5)): the variable is inherited by
    /// programs whose output goes elsewhere.
    private static let journalListens: Bool = {
        var status = stat()
        guard let named = Environment["JOURNAL_STREAM"], fstat(STDERR_FILENO, &status) == 0 else { return false }
        return named == "\(status.st_dev):\(status.st_ino)"
    }()
}
