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

struct DeviceView: JSONWritable {
    let device: Device
    let isCurrent: Bool

    init(_ device: Device, isCurrent: Bool) {
        self.device = device
        self.isCurrent = isCurrent
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", device.id)
            json.member("name", device.name)
            json.member("kind", device.kind.rawValue)
            json.member("createdAt", device.createdAt)
            json.member("current", isCurrent)
        }
    }
}

struct TokenView: JSONWritable {
    let device: Device
    let credential: Credential
    let secret: String?

    init(_ device: Device, _ credential: Credential, secret: String? = nil) {
        self.device = device
        self.credential = credential
        self.secret = secret
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("id", credential.id)
            json.member("name", device.name)
            json.member("createdAt", credential.createdAt)
            json.member("expiresAt", credential.expiresAt)
            if let secret { json.member("token", secret) }
        }
    }
}
