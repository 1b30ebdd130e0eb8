import Accounts
import JSON
import LedgerCore

/// Accounts, devices and tokens as the API shows them.
struct AccountView: JSONWritable {
    let account: Account
    init(_ account: Account) { self.account = account }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", account.id)
            json.member("name", account.name.text)
            json.member("isOwner", account.isOwner)
            json.member("createdAt", account.createdAt)
        }
    }
}

/// An account as the owner of the server sees it.
struct AccountInUseView: JSONWritable {
    let account: Account
    let presence: Presence

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", account.id)
            json.member("name", account.name.text)
            json.member("isOwner", account.isOwner)
            json.member("createdAt", account.createdAt)
            json.member("lastUsedAt", presence.lastUsedAt)
            json.member("devices", presence.deviceCount)
        }
    }
}

struct DeviceView: JSONWritable {
    let device: Device
    let isCurrent: Bool
    let lastUsedAt: Instant

    /// Without a known use it was used when it was made.
    init(_ device: Device, isCurrent: Bool, lastUsedAt: Instant? = nil) {
        self.device = device
        self.isCurrent = isCurrent
        self.lastUsedAt = max(lastUsedAt ?? device.createdAt, device.createdAt)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", device.id)
            json.member("name", device.name)
            json.member("kind", device.kind.rawValue)
            json.member("createdAt", device.createdAt)
            json.member("lastUsedAt", lastUsedAt)
            json.member("current", isCurrent)
        }
    }
}

struct TokenView: JSONWritable {
    let device: Device
    let credential: Credential
    let secret: String?
    let lastUsedAt: Instant?

    init(_ device: Device, _ credential: Credential, lastUsedAt: Instant? = nil, secret: String? = nil) {
        self.device = device
        self.credential = credential
        self.lastUsedAt = lastUsedAt
        self.secret = secret
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", credential.id)
            json.member("name", device.name)
            json.member("createdAt", credential.createdAt)
            json.member("expiresAt", credential.expiresAt)
            json.member("scope", credential.scope.rawValue)
            json.member("lastUsedAt", lastUsedAt)
            if let secret { json.member("token", secret) }
        }
    }
}
