import SharedFolders
import Testing
import WebDAVEmulator

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
