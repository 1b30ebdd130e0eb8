import Cryptography
import Glibc
import LedgerCore
import Testing

@testable import SQLiteStore

@Suite("The master key") struct MasterKeyTests {
    let directory = TemporaryDirectory()
    var path: String { directory.path + "/master.key" }

    @Test("it is made once, in a file of 65 bytes, and is the same at every start")
    func made() throws {
        try Fixture.open(directory).close()
        let first = directory.bytes(of: "master.key")
        try Fixture.open(directory).close()
        #expect(first.count == 65)
        #expect(directory.bytes(of: "master.key") == first)
        #expect(mode(path) == 0o600)
    }

    @Test("a missing key beside a database is refused, never made anew")
    func missing() throws {
        try Fixture.open(directory).close()
        unlink(path)
        #expect(throws: StoreOpeningError.masterKeyMissing(path: path)) { try Fixture.open(directory) }
        #expect(mode(path) == nil)
    }

    @Test("the key of another store is refused")
    func foreign() throws {
        try Fixture.open(directory).close()
        write(MasterKey.format(.random()), to: path)
        let database = directory.path + "/splitclone.sqlite"
        #expect(throws: StoreOpeningError.masterKeyOfAnotherStore(path: database)) { try Fixture.open(directory) }
    }

    @Test(
        "a key that others can read or change is refused", arguments: [0o640, 0o604, 0o620, 0o666, 0o610] as [mode_t])
    func exposed(mode: mode_t) throws {
        try Fixture.open(directory).close()
        chmod(path, mode)
        #expect(throws: StoreOpeningError.masterKeyExposed(path: path)) { try Fixture.open(directory) }
    }

    @Test(
        "what is not 64 hexadecimal digits is no key",
        arguments: [
            "", "00", String(repeating: "0", count: 63), String(repeating: "0", count: 65),
            String(repeating: "g", count: 64), String(repeating: "０", count: 64), String(repeating: "0", count: 4096),
        ])
    func malformed(text: String) throws {
        write(Array(text.utf8), to: path)
        #expect(throws: StoreOpeningError.masterKeyMalformed(path: path)) { try Fixture.open(directory) }
    }

    @Test("a symbolic link is not followed")
    func link() throws {
        let target = directory.path + "/splitclone.sqlite-shm"
        write(MasterKey.format(.random()), to: target)
        symlink(target, path)
        #expect {
            try Fixture.open(directory)
        } throws: { error in
            if case StoreOpeningError.masterKeyUnreadable = error { true } else { false }
        }
    }

    @Test("a credential from systemd is used instead, whatever its mode, and no file is made")
    func credential() throws {
        let credentials = TemporaryDirectory()
        let handed = credentials.path + "/" + MasterKey.credentialName
        write(MasterKey.format(.random()), to: handed, mode: 0o644)
        defer { unlink(handed) }
        let data = try DataDirectory(directory.path)
        for _ in 1...2 {
            let key = try MasterKey.load(for: data, credentials: credentials.path)
            try Store(data, masterKey: key, for: .serving).close()
        }
        #expect(mode(path) == nil)
        #expect(throws: StoreOpeningError.masterKeyMissing(path: path)) { try Fixture.open(directory) }
    }

    @Test("text and key are the same thing, in either case and with white space around")
    func text() throws {
        let key = SymmetricKey.random()
        let text = MasterKey.format(key)
        #expect(MasterKey.parse(text) == key)
        let shouted = Array(" \(String(decoding: text, as: UTF8.self).uppercased())\r\n".utf8)
        #expect(MasterKey.parse(shouted) == key)
    }
}
