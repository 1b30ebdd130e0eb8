import FolderFormat
import LedgerCore
import LedgerSync
import SQLiteStore
import SharedFolders
import Synchronization

/// A home's power: it fails at a step that is chosen beforehand, and everything that home does after that is lost.
final class Power: Sendable {
    private let left = Mutex<Int?>(nil)

    func failAfter(_ steps: Int) { left.withLock { $0 = steps } }

    func restore() { left.withLock { $0 = nil } }

    var isOff: Bool { left.withLock { $0 == 0 } }

    /// One step; true from the fatal one on.
    func fails() -> Bool {
        left.withLock { left in
            guard let steps = left else { return false }
            left = max(steps - 1, 0)
            return left == 0
        }
    }
}

/// The folder as one home reaches it: its power may fail before a call or after it, and its line may be down.
struct Reach: SharedFolder {
    let folder: SimulatedFolder
    let home: Int
    let power: Power
    let isCutOff: Bool

    private func step<Answer>(_ work: () throws(FolderError) -> Answer) throws(FolderError) -> Answer {
        if isCutOff { throw .unreachable("no line") }
        if power.fails() { throw .unreachable("no power") }
        let answer = try work()
        if power.fails() { throw .unreachable("no power") }
        return answer
    }

    func list(_ directory: RelativePath) async throws(FolderError) -> [FolderEntry] {
        try step { () throws(FolderError) in try folder.list(directory) }
    }

    func read(_ file: RelativePath, limit: Int) async throws(FolderError) -> FolderFile {
        try step { () throws(FolderError) in try folder.read(file, limit: limit) }
    }

    func write(
        _ bytes: [UInt8], to file: RelativePath, if precondition: Precondition
    ) async throws(FolderError) -> ETag {
        try step { () throws(FolderError) in try folder.write(bytes, to: file, if: precondition, by: home) }
    }

    func delete(_ path: RelativePath, if precondition: Precondition) async throws(FolderError) {
        throw .denied("nothing is ever deleted here")
    }

    func makeDirectory(_ directory: RelativePath) async throws(FolderError) {
        try step { () throws(FolderError) in try folder.makeDirectory(directory) }
    }
}

/// The ledger's door in a home whose power may fail before or after the store keeps something.
struct Door: EventAbsorber {
    let ledger: any EventAbsorber
    let power: Power

    private func guarded(
        _ storing: @escaping @Sendable () async throws(StoreError) -> Void
    ) -> @Sendable () async throws(StoreError) -> Void {
        { [power] () throws(StoreError) in
            if power.fails() { throw .closed }
            try await storing()
            if power.fails() { throw .closed }
        }
    }

    func absorb(
        _ events: [Event], storing: @escaping @Sendable () async throws(StoreError) -> Void
    ) async throws(StoreError) {
        try await ledger.absorb(events, storing: guarded(storing))
    }

    func succeed(_ storing: @escaping @Sendable () async throws(StoreError) -> Void) async throws(StoreError) {
        try await ledger.succeed(guarded(storing))
    }

    func adopt(_ metadata: LedgerMetadata) async { await ledger.adopt(metadata) }

    func claimForSuccessors() async {
        if !power.fails() { await ledger.claimForSuccessors() }
    }
}
