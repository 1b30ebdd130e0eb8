import Foundation
import SharedFolders
import Testing

extension WebDAVEmulator.Customs {
    /// Servers as they are met, with their names.
    static let kinds: [(name: String, customs: Self)] = [
        ("like Nextcloud", nextcloud), ("with mangled tags", mangled), ("that ignores preconditions", careless),
        ("with times for tags", timed), ("that honours nothing", bare), ("that tells nothing", blind),
    ]

    static var nextcloud: Self {
        var customs = Self()
        customs.hasOCTag = true
        customs.marksDirectories = true
        customs.password = "app password"
        return customs
    }

    /// Behind a proxy that compresses, and another that writes addresses anew.
    static var mangled: Self {
        var customs = Self()
        (customs.listedTag, customs.readTag, customs.writtenTag) = (.unquoted, .gzip, .weak)
        customs.prefix = "D:"
        customs.address = .whole
        customs.listsItselfLast = true
        customs.missingAbove = 404
        return customs
    }

    static var careless: Self {
        var customs = Self()
        customs.honoursPreconditions = false
        customs.writtenTag = .none
        customs.prefix = ""
        customs.address = .lowercaseEscapes
        customs.splitsProperties = true
        customs.wrongKind = 409
        return customs
    }

    static var timed: Self {
        var customs = Self()
        customs.hasCoarseTags = true
        customs.address = .withoutSlash
        return customs
    }

    static var bare: Self {
        var customs = Self()
        customs.honoursPreconditions = false
        customs.canMove = false
        (customs.listedTag, customs.readTag, customs.writtenTag) = (.none, .strong, .none)
        customs.missingAbove = 500
        return customs
    }

    static var blind: Self {
        var customs = bare
        customs.tellsModified = false
        return customs
    }
}

extension WebDAVEmulator {
    func connection(
        capabilities: WebDAVCapabilities? = nil, clock: TransferClock = .system,
        rule: RetryRule = RetryRule(attempts: 1)
    ) throws -> WebDAVConnection {
        let settings = try WebDAVSettings(address: address, user: "someone", password: "app password")
        return WebDAVConnection(
            settings, account: RemoteAccount(.shared, clock: clock, rule: rule), clock: clock,
            capabilities: capabilities)
    }
}

extension Provider {
    static func emulated(_ name: String, _ customs: WebDAVEmulator.Customs) -> Provider {
        // What it is asked to do it does in one step; so it depends on what can be asked.
        let isAtomic = customs.honoursPreconditions && !customs.hasCoarseTags
        let hasPassingTags = customs.tellsModified && (customs.hasCoarseTags || customs.listedTag == .none)
        return Provider(
            "webdav server \(name)", isAtomic: isAtomic, isNeverBusy: false, hasPassingTags: hasPassingTags
        ) { views, test in
            let emulator = try WebDAVEmulator(customs)
            defer { emulator.close() }
            let capabilities = try await emulator.connection().probe()
            try await test(
                (0..<views).map { _ in try emulator.connection(capabilities: capabilities).folder("the/ledger") })
        }
    }
}
