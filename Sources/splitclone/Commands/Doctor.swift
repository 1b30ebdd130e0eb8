import ArgumentParser
import Bookkeeping
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
            """)

    @Option(help: "The address that the server listens on (0.0.0.0).") var host: String?
    @Option(help: "Its port (8080).") var port: String?
    @Option(help: ArgumentHelp("Where folder connections may lead; repeatable.", valueName: "dir"))
    var folderRoot: [String] = []
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
        do {
            settings = try data.settings()
            port = try Serve.port(settings.text(self.port, "SPLITCLONE_PORT"))
            _ = try Serve.proxies(settings.list([], "SPLITCLONE_TRUSTED_PROXY"))
            _ = try settings.oneDrive()
            diagnosis.add(.ok("settings", "they are understood"))
        } catch {
            diagnosis.add(Finding("settings", error))
            return diagnosis
        }
        diagnosis.add(DirectoryExamination(path: settings.data).findings())
        let store = StoreDiagnosis(path: settings.data).findings()
        diagnosis.add(store.findings)
        if store.isSound { diagnosis.add(contents(settings)) }
        let host = settings.text(host, "SPLITCLONE_HOST") ?? "0.0.0.0"
        diagnosis.add(ServerExamination(data: settings.data, host: host, port: port).findings())
        diagnosis.add(MachineExamination().findings())
        return diagnosis
    }

    /// What only a sound store can be asked for.
    private func contents(_ settings: Settings) -> [Finding] {
        let named = settings.list(folderRoot, "SPLITCLONE_FOLDER_ROOT", separator: ":").map(Machine.absolute)
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
