package import Accounts
import Cryptography
import FolderFormat
package import LedgerCore
import LedgerSync
import Logging
import SQLiteStore
import SharedFolders

/// A ledger to be made.
package struct NewLedger: Sendable {
    package let name: String
    package let currency: Currency
    package let kind: LedgerKind
    package let participants: [String]
    /// Which of the participants the maker is.
    package let me: String?
    package let folder: FolderChoice?
    /// Of the format; `nil`: the usual one.
    package let schemaVersion: Int?
    /// `nil`: the server's own; a wallet remembers which that is.
    package let timeZone: String?

    package init(
        name: String, currency: Currency, participants: [String], me: String?, folder: FolderChoice?,
        schemaVersion: Int? = nil, kind: LedgerKind = .group, timeZone: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.currency = currency
        self.participants = participants
        self.me = me
        self.folder = folder
        self.schemaVersion = schemaVersion
        self.timeZone = timeZone
    }
}

extension Books {
    /// Makes a ledger (`SC-FR-LED-1`): its key, its first events, and the membership of its maker, in one commit. A folder
    /// that does not answer right now is no obstacle: what is missing there follows by sync.
    package func create(_ wanted: NewLedger, by caller: Caller) async throws -> OpenLedger {
        let key = SymmetricKey.random()
        let now = world.now()
        let metadata = LedgerMetadata(
            ledgerID: LedgerID(uuid: world.newUUID()),
            schemaVersion: wanted.schemaVersion ?? SchemaVersion.ofNewLedgers, createdAt: now, key: key,
            currency: wanted.currency)
        let pieces = try firstPieces(of: wanted, in: metadata, by: caller.device.id, at: now)
        var shared: ChosenFolder?
        if let choice = wanted.folder { shared = try await chosenFolder(choice, of: caller.account.id) }
        if let shared { try await begin(metadata, in: shared.folder) }
        let record = LedgerRecord(
            id: metadata.ledgerID, metadata: metadata.encode(), key: key, folder: shared?.place, addedAt: now)
        do throws(StoreError) {
            try await store.addLedger(record, members: [caller.account.id], pieces: pieces)
        } catch {
            await abandon(shared)
            throw Unavailable(error)
        }
        putOnShelf(record, metadata)
        let ledger = try await open(record.id)
        // The account's other devices learn that there is one more.
        feed.announce(ledger.id, revision: ledger.revision, to: [caller.account.id])
        return ledger
    }

    /// Leaves the folder as it was: nobody has the key of a ledger that was not kept.
    private func abandon(_ shared: ChosenFolder?) async {
        guard let shared else { return }
        do throws(LedgerFolderError) {
            try await LedgerFolder(shared.folder).remove()
        } catch {
            log.error("a folder has a ledger.json that nobody has the key of", metadata: ["error": "\(error)"])
        }
    }

    /// The events that every ledger begins with: its name, its people, and who of them its maker is.
    private func firstPieces(
        of wanted: NewLedger, in metadata: LedgerMetadata, by device: DeviceID, at now: Instant
    ) throws -> [OwnPiece] {
        var ledger = Ledger()
        var segments = OwnSegments([])
        var pieces: [OwnPiece] = []
        for (proposal, field) in try wanted.proposals(world) {
            guard
                let event = try ledger.accept(
                    proposal, by: device, at: now, naming: field, eventID: world.makeID(),
                    schemaVersion: metadata.schemaVersion)
            else { continue }
            ledger.insert([event])
            let line = EventEncoder.line(event)
            guard let (segment, offset) = segments.place(line, of: device, at: now) else { continue }
            pieces.append(OwnPiece(ledger: metadata.ledgerID, segment: segment, offset: offset, bytes: line))
        }
        return pieces
    }

    /// How long the maker of a ledger waits for its folder: what takes longer follows by sync.
    private static let creationPatience: Duration = .seconds(10)

    /// Writes `ledger.json` into the folder, which must be empty or new. What passes by itself, or with room or a sign-in,
    /// is no obstacle.
    private func begin(_ metadata: LedgerMetadata, in folder: any SharedFolder) async throws {
        do {
            try await answerOfFolder(within: Self.creationPatience) { try await LedgerFolder(folder).create(metadata) }
        } catch SharingRefusal.folderUnreachable, LedgerFolderError.folder(.unreachable),
            LedgerFolderError.folder(.full), LedgerFolderError.folder(.signInNeeded)
        {
            return
        } catch let error as LedgerFolderError {
            throw SharingRefusal(error)
        }
    }
}

extension NewLedger {
    /// What to record, and the field of the request that each part comes from.
    fileprivate func proposals(_ world: World) throws -> [(Proposal, field: String)] {
        // Added in one moment, people stand in the order of their ids: so ids in the order in which they were named.
        let ids = participants.map { _ in world.makeID(ParticipantID.self) }.sorted()
        let people = zip(ids, participants).map { (id: $0, name: $1) }
        var proposals: [(Proposal, field: String)] = [(.renameLedger(name: name), "name")]
        let settings = settings(world.zones)
        if !settings.isEmpty { proposals.append((.changeSettings(settings), timeZone == nil ? "kind" : "timeZone")) }
        proposals += people.map { (.addParticipant($0.id, name: $0.name), "participants") }
        if let me {
            guard let mine = people.first(where: { $0.name == me }) else {
                throw Refusal(.unknownParticipant, field: "me", "“me” must be one of the participants.")
            }
            proposals.append((.claim(mine.id), "me"))
        }
        return proposals
    }

    private func settings(_ zones: TimeZones) -> LedgerSettings {
        let here = kind == .wallet ? zones.here.flatMap { zones.rules($0) == nil ? nil : $0 } : nil
        return LedgerSettings(kind: kind == .group ? nil : kind, timeZone: timeZone ?? here)
    }
}

extension Ledger {
    /// Accepts, and says of a refusal which field of the request it is about.
    fileprivate func accept(
        _ proposal: Proposal, by device: DeviceID, at now: Instant, naming field: String, eventID: EventID,
        schemaVersion: Int
    ) throws(Refusal) -> Event? {
        do throws(Refusal) {
            return try accept(proposal, by: device, at: now, eventID: eventID, schemaVersion: schemaVersion)
        } catch {
            throw Refusal(error.reasons.map { .init(code: $0.code, field: field, message: $0.message) })
        }
    }
}
