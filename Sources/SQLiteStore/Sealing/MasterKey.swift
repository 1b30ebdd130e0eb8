package import Cryptography
import Glibc

/// The key that opens everything else on this server. It is kept apart from the database, so that the database alone, in a
/// backup or on a stolen disk image, tells nothing (`SC-NFR-SEC-1`).
///
/// From `$CREDENTIALS_DIRECTORY/splitclone-master-key` where systemd hands it over, else from `master.key` in the data
/// directory, mode 0600, made on the first start. As text: 64 hexadecimal digits.
package struct MasterKey: Sendable {
    package static let credentialName = "splitclone-master-key"

    let records: SymmetricKey
    let ledgerKeys: SymmetricKey
    let names: SymmetricKey

    /// From each purpose its own key: what seals never serves as what recognises.
    package init(_ key: SymmetricKey) {
        records = key.derived(label: "splitclone store: records")
        ledgerKeys = key.derived(label: "splitclone store: ledger keys")
        names = key.derived(label: "splitclone store: names")
    }

    /// - Parameter credentials: the value of `CREDENTIALS_DIRECTORY`, if it is set.
    package static func load(
        for directory: DataDirectory, credentials: String? = nil
    ) throws(StoreOpeningError) -> MasterKey {
        MasterKey(try key(for: directory, credentials: credentials))
    }

    /// The key itself, for a backup that holds it.
    package static func key(
        for directory: DataDirectory, credentials: String? = nil
    ) throws(StoreOpeningError) -> SymmetricKey {
        // Asked first: whoever makes a data directory makes the key before the database.
        let hasDatabase = SystemFile.exists(directory.database)
        if let handed = credentials.map({ $0 + "/" + credentialName }), SystemFile.exists(handed) {
            return try read(handed, isGuarded: true)
        }
        let path = directory.masterKey
        if !SystemFile.exists(path) {
            guard !hasDatabase else { throw .masterKeyMissing(path: path) }
            try keep(.random(), in: directory)
        }
        return try read(path, isGuarded: false)
    }

    /// - Parameter isGuarded: the directory keeps others out, whatever the file's mode (systemd's credentials).
    private static func read(_ path: String, isGuarded: Bool) throws(StoreOpeningError) -> SymmetricKey {
        let mode: mode_t
        let text: [UInt8]
        do throws(SystemFile.Failure) {
            (mode, text) = try SystemFile.withDescriptor(path, O_RDONLY | O_NOFOLLOW) {
                descriptor throws(SystemFile.Failure) in
                (try SystemFile.mode(of: descriptor), try SystemFile.read(descriptor, atMost: 128))
            }
        } catch {
            throw .masterKeyUnreadable(path: path, reason: error.reason)
        }
        guard isGuarded || mode & 0o077 == 0 else { throw .masterKeyExposed(path: path) }
        guard let key = parse(text) else { throw .masterKeyMalformed(path: path) }
        return key
    }

    /// Complete under another name first, then linked: a power cut leaves a whole key or none, and of two processes that
    /// start at once the second takes the key of the first.
    package static func keep(_ key: SymmetricKey, in directory: DataDirectory) throws(StoreOpeningError) {
        let path = directory.masterKey
        let draft = "\(path).\(getpid())"
        unlink(draft)
        defer { unlink(draft) }
        do throws(SystemFile.Failure) {
            try SystemFile.withDescriptor(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600) {
                descriptor throws(SystemFile.Failure) in
                try SystemFile.write(format(key), to: descriptor)
                guard fsync(descriptor) == 0 else { throw SystemFile.Failure() }
            }
            guard link(draft, path) == 0 || errno == EEXIST else { throw SystemFile.Failure() }
            try SystemFile.sync(directory: directory.path)
        } catch {
            if error.code == ENOSPC { throw .unusable(.full) }
            throw .directoryUnusable(path: directory.path, reason: error.reason)
        }
    }

    package static func format(_ key: SymmetricKey) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return key.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + [UInt8(ascii: "\n")]
    }

    package static func parse(_ text: [UInt8]) -> SymmetricKey? {
        let digits = text.filter { !" \r\n".utf8.contains($0) }
        let values = digits.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count == 64, values.count == 64 else { return nil }
        return SymmetricKey(bytes: stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) })
    }
}
