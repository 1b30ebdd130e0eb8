import JSON
import SharedFolders

/// What is kept of a connection, secrets included, as the sealed bytes of its record: `{"version":1,…}`. Fields are only
/// added; a change of meaning is a new version.
enum ConnectionSettings: Sendable {
    case directory(path: String)
    case webdav(WebDAVSettings, WebDAVCapabilities?)
    /// `nil` before the first sign-in.
    case onedrive(OneDriveCredential?)

    var kind: FolderConnection.Kind {
        switch self {
        case .directory: .directory
        case .webdav: .webdav
        case .onedrive: .onedrive
        }
    }
}

extension ConnectionSettings {
    private static let version = 1

    var bytes: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("version", Self.version)
            switch self {
            case .directory(let path):
                json.member("path", path)
            case .webdav(let settings, let capabilities):
                json.member("url", settings.address.text)
                json.member("username", settings.user)
                json.member("password", settings.password)
                json.member("capabilities", capabilities?.text)
            case .onedrive(let credential):
                json.member("credential", (credential?.bytes).map { String(decoding: $0, as: UTF8.self) })
            }
        }
        return json.bytes
    }

    /// `nil` for what this version can not read.
    init?(_ kind: String, _ bytes: [UInt8]) {
        guard let kind = FolderConnection.Kind(rawValue: kind) else { return nil }
        let json = try? JSONValue(parsing: bytes)
        guard let json, let version = json["version"]?.integer else {
            // Before there were other kinds, a directory's settings were its path and nothing else.
            guard kind == .directory else { return nil }
            self = .directory(path: String(decoding: bytes, as: UTF8.self))
            return
        }
        guard version == Self.version else { return nil }
        switch kind {
        case .directory:
            guard let path = json["path"]?.string else { return nil }
            self = .directory(path: path)
        case .webdav:
            guard let url = json["url"]?.string, let user = json["username"]?.string,
                let password = json["password"]?.string,
                let settings = try? WebDAVSettings(address: url, user: user, password: password)
            else { return nil }
            self = .webdav(settings, json["capabilities"]?.string.flatMap(WebDAVCapabilities.init))
        case .onedrive:
            self = .onedrive(json["credential"]?.string.flatMap { OneDriveCredential(bytes: Array($0.utf8)) })
        }
    }
}
