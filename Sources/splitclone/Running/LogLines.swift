import Bookkeeping
import Glibc
import LedgerCore
import Logging

/// The log: one line for each thing worth telling, on standard error. Where systemd listens it adds the time itself, but
/// so does everybody's eye.
struct LogLines: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var line = "\(Machine.world.now()) \(event.level) \(event.message)"
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
}
