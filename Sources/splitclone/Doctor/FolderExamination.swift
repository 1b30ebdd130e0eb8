import FolderFormat
import LedgerCore
import LedgerSync
import SQLiteStore
import SharedFolders

/// Every folder connection, and every ledger's folder behind it: is it there, is it the ledger's, may it be written to?
struct FolderExamination {
    let store: Store
    let roots: FolderRoots
    let triesWriting: Bool

    func findings() async -> [Finding] {
        do {
            var findings: [Finding] = []
            let ledgers = try await store.ledgers()
            for connection in try await store.folderConnections() {
                findings += await examine(connection, ledgers.filter { $0.folder?.connection == connection.id })
            }
            return findings.isEmpty ? [.ok("folders", "there are no folder connections")] : findings
        } catch {
            return [Finding("folders", error)]
        }
    }

    private func examine(_ connection: FolderConnectionRecord, _ ledgers: [LedgerRecord]) async -> [Finding] {
        let directory = String(decoding: connection.settings, as: UTF8.self)
        guard let folder = roots.folder(directory: directory) else {
            return [
                .error(
                    "folders", "\(directory) lies outside of the folder roots",
                    remedy: "name its root with --folder-root, here and for the server")
            ]
        }
        var findings = [await look(folder, directory)]
        for ledger in ledgers {
            guard let place = ledger.folder, let path = RelativePath(place.path),
                let folder = roots.folder(directory: directory, path: path)
            else { continue }
            findings.append(await look(folder, of: ledger, "\(directory)/\(place.path)"))
        }
        return findings
    }

    private func look(_ folder: any SharedFolder, _ name: String) async -> Finding {
        do throws(FolderError) {
            _ = try await folder.list(.folder)
            if triesWriting { try await tryOut(folder) }
            return .ok("folders", "\(name) can be read\(triesWriting ? " and written to" : "")")
        } catch .missing {
            return .ok("folders", "\(name) is not there yet")
        } catch {
            return Finding("folders", LedgerFolderError.folder(error), at: name)
        }
    }

    private func look(_ folder: any SharedFolder, of ledger: LedgerRecord, _ name: String) async -> Finding {
        do throws(LedgerFolderError) {
            let metadata = try await LedgerFolder(folder).metadata(accepting: ledger.key)
            guard metadata.ledgerID == ledger.id else { throw .otherLedger }
            return .ok("folders", "\(name) holds the ledger \(ledger.id)")
        } catch {
            return Finding("folders", error, at: name)
        }
    }

    /// A file of its own in a directory of its own, which are gone afterwards.
    private func tryOut(_ folder: any SharedFolder) async throws(FolderError) {
        guard let directory = RelativePath(".splitclone-doctor"), let file = RelativePath(".splitclone-doctor/probe")
        else { return }
        try await folder.makeDirectory(directory)
        _ = try await folder.write(Array("splitclone doctor\n".utf8), to: file, if: .none)
        try await folder.delete(file, if: .none)
        try await folder.delete(directory, if: .none)
    }
}

extension Finding {
    /// What is wrong with a shared folder, and whether it passes by itself.
    init(_ area: String, _ error: LedgerFolderError, at name: String) {
        guard case .folder(let error) = error else {
            let failure = CommandFailure(error)
            self.init(
                grade: failure.status == .foundDamage ? .damage : .error, area: area,
                message: "\(name): \(failure.message)", remedy: failure.hint ?? "put the right folder back in its place"
            )
            return
        }
        let (reason, remedy) = error.words
        self.init(grade: .error, area: area, message: "\(name): \(reason)", remedy: remedy)
    }
}

extension FolderError {
    /// What is wrong, and what to do about it.
    fileprivate var words: (reason: String, remedy: String) {
        switch self {
        case .unreachable(let reason, _):
            ("it does not answer (\(reason))", "check the network and that the drive is mounted; sync goes on trying")
        case .changed: ("it is being changed at this moment", "ask again")
        case .missing: ("it is not there", "put it back, or attach the ledger to another folder")
        case .denied(let reason):
            ("it may not be used (\(reason))", "give the user that serves the right to read and write it")
        case .signInNeeded(let reason):
            ("somebody has to sign in again (\(reason))", "sign in at the folder connection")
        case .full: ("there is no room left in it", "make room there")
        case .damaged(let reason): ("it is not what it should be (\(reason))", "restore it from a copy")
        }
    }
}
