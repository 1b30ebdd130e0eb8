import ArgumentParser
import Bookkeeping
import Cryptography
import FolderFormat
import Glibc
import LedgerCore
import LedgerSync
import SQLiteStore
import SharedFolders

/// Ledgers, on this server and in folders.
struct LedgerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ledger", abstract: "List this server's ledgers; look into a folder.",
        discussion: """
            Examples:
              splitclone ledger list
              splitclone ledger verify ~/Sync/Lisbon --join-code SC1.…
            """,
        subcommands: [List.self, Inspect.self, Verify.self])

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the ledgers of this server: id, currency, name.",
            discussion: """
                Examples:
                  splitclone ledger list
                """)
        @OptionGroup var data: DataOption

        func run() throws {
            let damaged = try data.withStore { store in
                var damaged = 0
                for record in try await store.ledgers() {
                    let metadata = try? LedgerMetadata(decoding: record.metadata)
                    let name = try await Self.name(of: record.id, in: store)
                    if metadata == nil || name == nil { damaged += 1 }
                    let line = [record.id.text, metadata?.currency.code ?? "?", name ?? "?"]
                    Terminal.say(line.joined(separator: "\t"))
                }
                for ledger in try await store.damagedLedgers() {
                    damaged += 1
                    Terminal.say("\(ledger.id)\t?\t?")
                }
                return damaged
            }
            if damaged > 0 {
                throw CommandFailure(
                    .foundDamage, "\(counted(damaged, "ledger")) cannot be read, shown as “?”",
                    hint: "put back a copy of the data directory, or join anew from the shared folder")
            }
        }

        /// `nil` when it can not be read: the others are listed all the same.
        private static func name(of ledger: LedgerID, in store: Store) async throws -> String? {
            var events: [Event] = []
            do {
                try await store.forEachPiece(of: ledger) { piece in
                    events += SegmentContents(decoding: piece.bytes, file: "").events
                }
            } catch StoreError.damaged {
                return nil
            }
            return Ledger(events).state.name
        }
    }

    struct Inspect: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Show what a ledger's folder holds.",
            discussion: """
                Examples:
                  splitclone ledger inspect ~/Sync/Lisbon --join-code SC1.… --json
                """)
        @OptionGroup var folder: FolderArguments
        @Flag(help: "As JSON.") var json = false
        @OptionGroup var data: DataOption

        func run() throws {
            let report = InspectionReport(try folder.inspect())
            Terminal.say(json ? report.json : report.text)
        }
    }

    struct Verify: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check every byte of a ledger's folder; status 3 if something is damaged.",
            discussion: """
                Examples:
                  splitclone ledger verify ~/Sync/Lisbon --join-code SC1.…
                """)
        @OptionGroup var folder: FolderArguments
        @OptionGroup var data: DataOption

        func run() throws {
            let inspection = try folder.inspect()
            for problem in inspection.problems { Terminal.say("\(problem)") }
            let events = counted(inspection.ledger.revision, "event")
            guard let gravest = inspection.gravest else {
                return Terminal.say("sound: \(counted(inspection.segmentCount, "segment")), \(events)")
            }
            let problems = counted(inspection.problemCount, "problem")
            throw CommandFailure(
                .foundDamage, "\(problems) in \(folder.folder), \(events) can be read", hint: gravest.remedy)
        }
    }
}

/// A ledger's folder on this machine, and the code that opens it.
struct FolderArguments: ParsableArguments {
    @Argument(help: "The ledger's folder, the one with ledger.json.") var folder: String
    @Option(help: "The ledger's join code, SC1.….") var joinCode: String

    func inspect() throws -> FolderInspection {
        let key: SymmetricKey
        do throws(JoinCodeError) {
            key = try JoinCode.decode(joinCode)
        } catch {
            throw CommandFailure(.askedWrongly, "this is no join code, or a character of it is wrong")
        }
        guard let path = realpath(folder, nil) else {
            throw CommandFailure(.failed, "\(folder): \(String(cString: strerror(errno)))")
        }
        defer { free(path) }
        let root = String(cString: path)
        return try waitFor {
            do {
                return try await FolderInspection(LocalFolder(root: root), key: key, now: Machine.world.now())
            } catch let error as LedgerFolderError {
                throw CommandFailure(error)
            } catch let error as FolderError {
                throw CommandFailure(LedgerFolderError.folder(error))
            }
        }
    }
}

extension CommandFailure {
    init(_ error: LedgerFolderError) {
        switch error {
        case .noLedger: self.init(.failed, "there is no ledger.json in this folder")
        case .notALedger(let reason):
            self.init(.foundDamage, "ledger.json is not one of a SplitClone ledger: \(reason)")
        case .tooNew(let version):
            self.init(
                .failed, "the ledger has format version \(version), which is newer than this program",
                hint: "install the newest splitclone")
        case .otherKey, .otherLedger:
            self.init(.failed, "the join code belongs to another ledger", hint: "look for the code of this very ledger")
        case .otherCurrency(let code):
            self.init(.failed, "ledger.json says that the ledger is in \(code), which is not its currency")
        case .occupied: self.init(.failed, "the folder is not empty")
        case .folder(let error): self.init(.failed, "the folder cannot be read: \(error)")
        }
    }
}
