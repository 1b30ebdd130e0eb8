import ArgumentParser
import Bookkeeping
import HTTPServer
import SQLiteStore
import SharedFolders

/// `splitclone doctor`: is everything as it should be, and if not, what is to be done? Beside a running server or without
/// one. It changes nothing; `--write` tries folders out with a file that is gone afterwards.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check data, disk, clock, folders and connections, and say what to do.",
        discussion: """
            One line for each thing that was looked at: ok, warning or error. Exit status 0 when there are warnings at \
            most, 1 with errors, 3 when something that was kept is damaged.

            Examples:
              splitclone doctor
              splitclone doctor --write --json
            """)

    @Option(help: "The address that the server listens on (0.0.0.0).") var host: String?
    @Option(help: "Its port (8080).") var port: String?
    @Option(help: ArgumentHelp("The path below which it is (/).", valueName: "path")) var basePath: String?
    @Option(help: ArgumentHelp("Where folder connections may lead; repeatable.", valueName: "dir"))
    var folderRoot: [String] = []
    @OptionGroup var tls: TLSArguments
    @Option(help: ArgumentHelp("A name under which the server may be asked; repeatable.", valueName: "name"))
    var allowedHost: [String] = []
    @Flag(help: "Also try to write into each shared folder.") var write = false
    @Flag(help: "As JSON.") var json = false
    @OptionGroup var data: DataOption

    func run() throws {
        let diagnosis = diagnose()
        if json {
            Terminal.say(diagnosis.json)
        } else {
            for line in diagnosis.lines { Terminal.say(line) }
        }
        if let failure = diagnosis.failure { throw failure }
    }

    private func diagnose() -> Diagnosis {
        var diagnosis = Diagnosis()
        let settings: Settings
        let port: UInt16
        let secure: TLSPlan?
        let base: RootPath
        let backups: ServerBackups.Plan?
        do {
            settings = try data.settings()
            port = try Serve.port(settings.text(self.port, "SPLITCLONE_PORT"))
            _ = try Serve.proxies(settings.list([], "SPLITCLONE_TRUSTED_PROXY"))
            base = try settings.basePath(basePath)
            _ = try settings.oneDrive()
            secure = try TLSPlan(tls, settings)
            backups = try Serve.backups(settings)
            diagnosis.add(hosts(settings) ?? .ok("settings", "they are understood"))
        } catch {
            diagnosis.add(Finding("settings", error))
            return diagnosis
        }
        let named = settings.list(folderRoot, "SPLITCLONE_FOLDER_ROOT", separator: ":").map(Machine.absolute)
        diagnosis.add(DirectoryExamination(path: settings.data).findings())
        diagnosis.add(PlaceExamination(data: settings.data, roots: named).findings())
        let store = StoreDiagnosis(path: settings.data).findings()
        diagnosis.add(store.findings)
        if store.isSound { diagnosis.add(contents(settings, named)) }
        diagnosis.add(RootExamination(roots: named).findings())
        diagnosis.add(BackupExamination(data: settings.data, plan: backups).findings())
        let host = settings.text(host, "SPLITCLONE_HOST") ?? "0.0.0.0"
        let server = ServerExamination(data: settings.data, host: host, port: port, basePath: base, tls: secure)
        diagnosis.add(server.findings())
        if let secure {
            let hosts = settings.list(allowedHost, "SPLITCLONE_ALLOWED_HOST")
            diagnosis.add(TLSExamination(plan: secure, data: settings.data, hosts: hosts).findings())
        }
        diagnosis.add(MachineExamination().findings())
        return diagnosis
    }

    /// A name is what stands between “//” and the port; with more than that it never fits.
    private func hosts(_ settings: Settings) -> Finding? {
        let names = settings.list(allowedHost, "SPLITCLONE_ALLOWED_HOST")
        guard let wrong = names.first(where: { $0.contains("/") || $0.contains(":") || $0.contains("*") }) else {
            return nil
        }
        return .error(
            "settings", "“\(wrong)” is no name of a host",
            remedy: "say the name alone, such as money.example, without https:// and port")
    }

    /// What only a sound store can be asked for.
    private func contents(_ settings: Settings, _ named: [String]) -> [Finding] {
        let roots = FolderRoots(named.isEmpty ? [settings.data + "/folders"] : named)
        do {
            let transfer = CurlTransfer()
            defer { transfer.close() }
            let reach = FolderReach(roots: roots, oneDrive: try settings.oneDrive(), transfer: transfer)
            return try data.withStore { [write] store in
                let folders = FolderExamination(store: store, reach: reach, transfer: transfer, triesWriting: write)
                return await StoreDiagnosis.ledgers(in: store) + folders.findings()
            }
        } catch {
            return [Finding("database", error)]
        }
    }
}
