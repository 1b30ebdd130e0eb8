import Glibc
import HTTPServer
import SharedFolders

/// Where a setting comes from: the flag, then `SPLITCLONE_*` in the environment, then the configuration file. All three
/// speak of the same names, so a configuration file can also be given to systemd as an `EnvironmentFile`.
struct Settings {
    static let names: Set = [
        "SPLITCLONE_HOST", "SPLITCLONE_PORT", "SPLITCLONE_DATA", "SPLITCLONE_PUBLIC", "SPLITCLONE_FOLDER_ROOT",
        "SPLITCLONE_TRUSTED_PROXY", "SPLITCLONE_ALLOWED_HOST", "SPLITCLONE_LOG_LEVEL",
        "SPLITCLONE_ONEDRIVE_LOGIN_URL", "SPLITCLONE_ONEDRIVE_GRAPH_URL", "SPLITCLONE_ONEDRIVE_DOWNLOAD_HOSTS",
        "SPLITCLONE_ONEDRIVE_CLIENT_ID", "SPLITCLONE_ONEDRIVE_TENANT",
        "SPLITCLONE_METRICS", "SPLITCLONE_BACKUP_DIR", "SPLITCLONE_BACKUP_PASSPHRASE_FILE", "SPLITCLONE_BACKUP_HOURS",
        "SPLITCLONE_BACKUP_KEEP", "SPLITCLONE_TLS", "SPLITCLONE_TLS_CERTIFICATE", "SPLITCLONE_TLS_KEY",
        "SPLITCLONE_TLS_PORT", "SPLITCLONE_BASE_PATH",
    ]
    static let systemFile = "/etc/splitclone.conf"

    let data: String
    private let file: [String: String]

    /// `data`: what `--data` said. The data directory's own file wins over the system's.
    init(data flag: String?) throws {
        let system = try Self.read(Self.systemFile)
        data = Machine.absolute(
            flag ?? Environment["SPLITCLONE_DATA"] ?? system?["SPLITCLONE_DATA"] ?? Self.defaultData)
        file = try Self.read(data + "/splitclone.conf") ?? system ?? [:]
    }

    func text(_ flag: String?, _ name: String) -> String? { flag ?? Environment[name] ?? file[name] }

    /// A flag that can be repeated; elsewhere the values stand in one text.
    func list(_ flags: [String], _ name: String, separator: Character = ",") -> [String] {
        if !flags.isEmpty { return flags }
        let text = Environment[name] ?? file[name] ?? ""
        return text.split(separator: separator).map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Where OneDrive is, and as which registered program this server comes to it.
    func oneDrive() throws -> OneDriveSettings {
        do throws(OneDriveSettings.Fault) {
            return try OneDriveSettings(
                loginURL: text(nil, "SPLITCLONE_ONEDRIVE_LOGIN_URL"),
                graphURL: text(nil, "SPLITCLONE_ONEDRIVE_GRAPH_URL"),
                downloadHosts: text(nil, "SPLITCLONE_ONEDRIVE_DOWNLOAD_HOSTS"),
                clientID: text(nil, "SPLITCLONE_ONEDRIVE_CLIENT_ID"), tenant: text(nil, "SPLITCLONE_ONEDRIVE_TENANT"))
        } catch {
            throw CommandFailure(.askedWrongly, error.reason, hint: "these settings are explained in docs/onedrive.md")
        }
    }

    /// Absent is `false`.
    func truth(_ name: String) throws -> Bool {
        switch text(nil, name)?.lowercased() {
        case "1", "true", "yes", "on": return true
        case nil, "0", "false", "no", "off": return false
        case let text?: throw CommandFailure(.askedWrongly, "\(name) is “\(text)”", hint: "say true or false")
        }
    }

    /// systemd's `StateDirectory`, else what the XDG base directory specification says, else the system's place.
    private static var defaultData: String {
        if let state = Environment["STATE_DIRECTORY"] { return state }
        if let home = Environment["XDG_DATA_HOME"] { return home + "/splitclone" }
        if geteuid() == 0 { return "/var/lib/splitclone" }
        return (Environment["HOME"] ?? ".") + "/.local/share/splitclone"
    }

    /// Below which path of its host the server is.
    func basePath(_ flag: String?) throws -> RootPath {
        guard let text = text(flag, "SPLITCLONE_BASE_PATH") else { return .top }
        guard let base = RootPath(text) else {
            throw CommandFailure(
                .askedWrongly, "“\(text)” is no path to be found at",
                hint: "such as /split, of letters, digits and - . _ ~")
        }
        return base
    }

    // MARK: The file

    /// `nil` when there is none.
    private static func read(_ path: String) throws -> [String: String]? {
        guard let text = try contents(of: path) else { return nil }
        return try parse(text, path: path)
    }

    /// Lines `NAME=VALUE`; empty ones and those that start with `#` say nothing.
    static func parse(_ text: String, path: String) throws -> [String: String] {
        var values: [String: String] = [:]
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.isEmpty || line.first == "#" { continue }
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, names.contains(String(parts[0])) else {
                throw CommandFailure(
                    .askedWrongly, "\(path), line \(number + 1): this is no setting",
                    hint: "settings are \(names.sorted().joined(separator: ", "))")
            }
            values[String(parts[0])] = unquoted(parts[1])
        }
        return values
    }

    private static func unquoted(_ value: Substring) -> String {
        let value = value.last == "\r" ? value.dropLast() : value
        guard value.count >= 2, let first = value.first, first == "\"" || first == "'", value.last == first else {
            return String(value)
        }
        return String(value.dropFirst().dropLast())
    }

    private static func contents(of path: String) throws -> String? {
        if let text = SmallFile.read(path) { return text }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw CommandFailure(.failed, "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
}

enum Environment {
    /// Empty is as good as absent.
    static subscript(name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
