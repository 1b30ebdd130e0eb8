import Cryptography
import JSON
import SQLiteStore

/// The server's own authority for https and what it vouched for, as they lie beside the database: without them every phone
/// has to trust anew.
package struct TLSFiles: Hashable, Sendable {
    /// In the data directory.
    package static let directory = "tls"
    package static let authority = "authority.pem"
    package static let authorityKey = "authority.key"
    package static let certificate = "server.pem"
    package static let certificateKey = "server.key"

    /// Keys first, as they are made: a certificate without its key is of no use.
    private static let names = [authorityKey, authority, certificateKey, certificate]
    /// Each has a few hundred; the server reads no more of one.
    private static let mostBytes = 1 << 20

    private let files: [String: [UInt8]]

    /// A server that never spoke https of its own has none.
    package var isEmpty: Bool { files.isEmpty }

    /// Those of a data directory.
    init(of data: DataDirectory) throws(FileFailure) {
        var files: [String: [UInt8]] = [:]
        for name in Self.names { files[name] = try Self.bytes(Self.path(name, in: data)) }
        self.files = files
    }

    /// Those that are not there yet are put there. One that is there already stays, and has to be the same: phones trust it.
    func keep(in data: DataDirectory) throws {
        guard !isEmpty else { return }
        for (name, bytes) in files {
            let path = Self.path(name, in: data)
            if let present = try Self.bytes(path), present != bytes { throw ServerBackupFault.inTheWay(path: path) }
        }
        try Directory.make(data.path + "/" + Self.directory)
        for name in Self.names {
            let path = Self.path(name, in: data)
            guard let bytes = files[name], try Self.bytes(path) == nil else { continue }
            let draft = try FileDraft(path)
            try draft.write(bytes)
            try draft.commit()
        }
    }

    private static func path(_ name: String, in data: DataDirectory) -> String {
        "\(data.path)/\(directory)/\(name)"
    }

    /// `nil`: there is none.
    private static func bytes(_ path: String) throws(FileFailure) -> [UInt8]? {
        do throws(FileFailure) {
            let source = try FileSource(path)
            return try source.read(min(source.length, mostBytes))
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }
}

// MARK: - In a backup's first line

extension TLSFiles {
    func write(_ json: inout JSONWriter) {
        json.object { json in
            for name in Self.names {
                guard let bytes = files[name] else { continue }
                json.key(named: name)
                json.value(Base64.encodeURL(bytes))
            }
        }
    }

    /// - Parameter json: `nil` in a backup that was made before there were any in it.
    init(_ json: JSONValue?) throws(ServerBackupFault) {
        var files: [String: [UInt8]] = [:]
        for name in Self.names {
            guard let text = json?[name]?.string else { continue }
            guard let bytes = Base64.decodeURL(text.utf8) else { throw .damaged("its \(name) can not be read") }
            files[name] = bytes
        }
        self.files = files
    }
}
