import SharedFolders
import Testing
import WebDAVEmulator

/// An implementation to be asked. To add one is to say how to come by a folder that nobody has used.
struct Provider: CustomTestStringConvertible, Sendable {
    typealias Test = ([any SharedFolder]) async throws -> Void

    let name: String
    /// Looking and writing are one step; where they are not, the suite asks for what is promised then.
    let isAtomic: Bool
    /// A reader need not wait for a file that is written all the time.
    let isNeverBusy: Bool
    /// The tag of a file that has just changed becomes another one a little later; so only unequal tags say nothing.
    let hasPassingTags: Bool
    /// Several views of one folder that does not exist yet, as several homes would have them; gone after the test.
    private let place: @Sendable (_ views: Int, Test) async throws -> Void

    init(
        _ name: String, isAtomic: Bool, isNeverBusy: Bool = true, hasPassingTags: Bool = false,
        place: @escaping @Sendable (_ views: Int, Test) async throws -> Void
    ) {
        self.name = name
        self.isAtomic = isAtomic
        self.isNeverBusy = isNeverBusy
        self.hasPassingTags = hasPassingTags
        self.place = place
    }

    var testDescription: String { name }

    func withFolder(exists: Bool = true, _ test: (any SharedFolder) async throws -> Void) async throws {
        try await place(1) { views in
            if exists { try await views[0].makeDirectory(.folder) }
            try await test(views[0])
        }
    }

    /// Two views of one folder, as two processes would have them.
    func withFolders(_ test: Test) async throws {
        try await place(2) { views in
            try await views[0].makeDirectory(.folder)
            try await test(views)
        }
    }
}

extension Provider {
    static let all =
        [memory, local] + WebDAVEmulator.Customs.kinds.map(emulated) + WebDAVServer.all.map(\.provider) + oneDrive

    static let memory = Provider("memory", isAtomic: true) { views, test in
        let folder = MemoryFolder(exists: false)
        try await test(Array(repeating: folder, count: views))
    }

    static let local = Provider("local", isAtomic: true) { views, test in
        try await withTemporaryDirectory { root in
            try await test((0..<views).map { _ in LocalFolder(root: root, path: "home/ledger") })
        }
    }
}
