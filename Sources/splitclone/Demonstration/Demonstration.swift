import Accounts
import Bookkeeping
import LedgerCore
import LedgerSync
import Logging
import SQLiteStore
import SharedFolders
import WebAPI

/// A year of the lives of three people, made up: what `splitclone demo` serves. It is recorded by the same commands as
/// everybody's, so that nothing in it could not have been entered by hand.
///
/// A class, like `Chapter`: as structs they crashed debug builds of Swift 6.3 in their asynchronous functions, probably where
/// what is passed does not fit into registers.
final class Demonstration: Sendable {
    static let names = ["Anna", "Ben", "Chloé"]
    /// Everybody's. It protects nothing: what it opens is made up.
    static let password = "demonstration"
    static let door = DemonstrationDoor(names: names, password: password)
    static let invitation =
        "demonstration: everybody here is made up; sign in as \(names.joined(separator: ", ")), password \(password)"
    /// Marks a data directory that holds one.
    private static let mark = "demonstration"

    private let story: StoryWorld
    private let books: Books
    private let doorkeeper: Doorkeeper
    private let store: Store

    private init(story: StoryWorld, books: Books, doorkeeper: Doorkeeper, store: Store) {
        self.story = story
        self.books = books
        self.doorkeeper = doorkeeper
        self.store = store
    }

    static func isKept(in directory: String) -> Bool { SmallFile.bytes("\(directory)/\(mark)") != nil }

    /// Makes one in a data directory that holds nothing.
    static func make(in path: String, seed: Int, oneDrive: OneDriveSettings) throws {
        let directory = try DataDirectory(path)
        let store = try Store(directory, masterKey: try MasterKey.load(for: directory), for: .serving)
        defer { store.close() }
        let story = StoryWorld(seed: seed, endingAt: Machine.world.now())
        let transfer = CurlTransfer()
        defer { transfer.close() }
        let reach = FolderReach(roots: FolderRoots([directory.folders]), oneDrive: oneDrive, transfer: transfer)
        try waitFor { try await tell(story, store, reach) }
        let text = "What is in this directory was made up by splitclone demo.\n"
        let draft = try FileDraft("\(path)/\(mark)")
        try draft.write(Array(text.utf8))
        try draft.commit()
    }

    private static func tell(_ story: StoryWorld, _ store: Store, _ reach: FolderReach) async throws {
        let idle = SyncEngine(store: store, clock: .system(now: story.world.now), isIdle: true)
        let log = Logger(label: "splitclone") { _ in SwiftLogNoOpLogHandler() }
        let books = try await Books(store: store, world: story.world, sync: idle, reach: reach, log: log)
        let doorkeeper = Doorkeeper(store: store, world: story.world, feed: books.feed)
        try await Demonstration(story: story, books: books, doorkeeper: doorkeeper, store: store).tell()
    }

    // MARK: The story

    private func tell() async throws {
        let start = story.today.firstOfMonth(before: 11)
        story.go(to: start, hour: 7)
        let anna = try await setUp()
        let flat = try await ledger("Elm Street 4", "EUR", Self.names, by: anna)
        var callers = [anna]
        for place in 1..<Self.names.count {
            callers.append(try await newcomer(Self.names[place], into: flat, as: flat.people[place], from: anna))
        }
        try await tell(flat, as: callers) { $0.tellOfFlat() }
        story.go(to: start, hour: 7)
        let home = try await ledger("Home", "EUR", Array(Self.names.prefix(2)), kind: .wallet, by: anna)
        try await letIn(callers[1], to: home.ledger, as: home.people[1])
        try await tell(home, as: callers) { $0.tellOfHome() }
        story.go(to: story.today.adding(days: -115), hour: 9)
        let trip = try await ledger("Edinburgh", "GBP", Self.names, by: anna)
        for place in 1..<Self.names.count {
            try await letIn(callers[place], to: trip.ledger, as: trip.people[place])
        }
        try await tell(trip, as: callers) { $0.tellOfTrip() }
        _ = try await AddressBook(books).add(nickname: "Mira", colour: .orange, participants: [], for: anna)
    }

    private func tell(_ chapter: Chapter, as callers: [Caller], _ work: (Chapter) -> Void) async throws {
        work(chapter)
        try await chapter.tell(as: callers.map(\.device.id))
    }

    // MARK: People and ledgers

    private func setUp() async throws -> Caller {
        guard let code = try await doorkeeper.offerSetup() else { throw Denial.alreadySetUp }
        return caller(try await doorkeeper.setUp(form(Self.names[0]), code: "\(code)", from: .here))
    }

    private func newcomer(
        _ name: String, into chapter: Chapter, as person: ParticipantID, from host: Caller
    ) async throws -> Caller {
        let (_, secret) = try await books.makeInvite(for: person, to: chapter.ledger, by: host)
        let (signedIn, _) = try await books.claim(
            secret, as: nil, signingUp: form(name), from: .here, at: doorkeeper)
        return caller(signedIn)
    }

    private func letIn(
        _ guest: Caller, to ledger: OpenLedger, as person: ParticipantID
    ) async throws {
        try await store.addMembership(
            Membership(account: guest.account.id, ledger: ledger.id), at: story.world.now())
        try await ledger.record([.claim(person)], by: guest.device.id)
    }

    private func form(_ name: String) -> SignInForm {
        SignInForm(name: name, password: Self.password, deviceName: "\(name)'s phone", kind: .browser)
    }

    private func caller(_ signedIn: SignedIn) -> Caller {
        Caller(
            account: signedIn.account, device: signedIn.device, credential: signedIn.credential.id, ledgers: [])
    }

    private func ledger(
        _ name: String, _ currency: String, _ people: [String], kind: LedgerKind = .group, by caller: Caller
    ) async throws -> Chapter {
        let wanted = NewLedger(
            name: name, currency: Currency(readFrom: currency), participants: people, me: people[0], folder: nil,
            kind: kind)
        let ledger = try await books.create(wanted, by: caller)
        try await books.acknowledgeRecovery(of: ledger.id)
        let ids = await ledger.read { $0.state.participantsInOrder.map(\.id) }
        return Chapter(ledger, ids, story)
    }
}

extension NetworkOrigin {
    /// Nobody asks over the network.
    fileprivate static let here = NetworkOrigin(v4: 0x7F00_0001)
}
