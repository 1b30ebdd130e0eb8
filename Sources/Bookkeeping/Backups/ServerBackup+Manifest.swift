import Cryptography
import JSON
import LedgerCore
import SQLiteStore

extension ServerBackup.Manifest {
    /// No line is longer: room for a hundred thousand ledgers.
    static let mostBytes = 16 << 20

    /// One line of JSON.
    var line: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("splitcloneServerBackup", ServerBackup.version)
            json.member("createdAt", createdAt.description)
            json.member("writtenByAppVersion", appVersion)
            json.member("masterKey", String(decoding: MasterKey.format(masterKey).dropLast(), as: UTF8.self))
            if !tls.isEmpty {
                json.key("tls")
                tls.write(&json)
            }
            json.member("databaseBytes", databaseBytes)
            json.member("damagedLedgers", damagedLedgers)
            json.member("ledgers", each: ledgers) { json, ledger in
                json.object { json in
                    json.member("ledgerId", ledger.id.text)
                    json.member("events", ledger.events)
                    json.member("stateHash", ledger.stateHash)
                }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    init(decoding line: [UInt8]) throws(ServerBackupFault) {
        guard let json = try? JSONValue(parsing: line), let version = json["splitcloneServerBackup"]?.integer else {
            throw .notABackup
        }
        guard version <= ServerBackup.version else { throw .tooNew(version: version) }
        guard let createdAt = json["createdAt"]?.string.flatMap({ Instant($0) }),
            let key = json["masterKey"]?.string.flatMap({ MasterKey.parse(Array($0.utf8)) }),
            let databaseBytes = json["databaseBytes"]?.integer, databaseBytes > 0,
            let ledgers = json["ledgers"]?.array?.map(Self.content), !ledgers.contains(where: { $0 == nil })
        else { throw .damaged("its first line lacks something") }
        self.init(
            createdAt: createdAt, appVersion: json["writtenByAppVersion"]?.string ?? "", masterKey: key,
            tls: try TLSFiles(json["tls"]), databaseBytes: databaseBytes, ledgers: ledgers.compactMap { $0 },
            damagedLedgers: json["damagedLedgers"]?.integer ?? 0)
    }

    private static func content(_ json: JSONValue) -> ServerBackup.Content? {
        guard let id = json["ledgerId"]?.string.flatMap({ LedgerID($0) }), let events = json["events"]?.integer,
            let hash = json["stateHash"]?.string
        else { return nil }
        return ServerBackup.Content(id: id, events: events, stateHash: hash)
    }
}
