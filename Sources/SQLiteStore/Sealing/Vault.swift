import Cryptography
import LedgerCore

/// Seals what must not be read from the database alone, and opens it again.
///
/// Every sealed value is bound to its place (table, column, row) as associated data: a value that was moved to another
/// row does not open there.
struct Vault: Sendable {
    let master: MasterKey

    /// Where a sealed value stands.
    struct Place: Sendable {
        let column: StaticString
        let row: [UInt8]

        init(_ column: StaticString, _ row: [UInt8]) {
            self.column = column
            self.row = row
        }

        var associatedData: [UInt8] {
            column.withUTF8Buffer { Array($0) } + [0] + row
        }
    }

    func seal(_ text: String, _ place: Place) -> Blob { seal(Array(text.utf8), place) }

    func seal(_ bytes: [UInt8], _ place: Place) -> Blob {
        Blob(Sealing.seal(bytes, key: master.records, associatedData: place.associatedData))
    }

    func open(_ sealed: [UInt8], _ place: Place) throws(StoreError) -> [UInt8] {
        do {
            return try Sealing.open(sealed, key: master.records, associatedData: place.associatedData)
        } catch {
            throw .damaged(detail: "\(place.column) does not open")
        }
    }

    func openText(_ sealed: [UInt8], _ place: Place) throws(StoreError) -> String {
        guard let text = String(validating: try open(sealed, place), as: UTF8.self) else {
            throw .damaged(detail: "\(place.column) is not text")
        }
        return text
    }

    /// Recognises a text without telling it: the same for the same text, and for nobody without the key.
    func mark(_ text: String, _ column: StaticString) -> Blob { mark(Array(text.utf8), column) }

    func mark(_ bytes: [UInt8], _ column: StaticString) -> Blob {
        let message = column.withUTF8Buffer { Array($0) } + [0] + bytes
        return Blob(Array(HMAC.sha256(message, key: master.names).prefix(16)))
    }
}

// MARK: - Ledger keys and pieces

extension Vault {
    func wrap(_ key: SymmetricKey, of ledger: LedgerID) -> Blob {
        Blob(Sealing.seal(key.bytes, key: master.ledgerKeys, associatedData: Array(ledger.text.utf8)))
    }

    func unwrap(_ sealed: [UInt8], of ledger: LedgerID) throws(StoreError) -> SymmetricKey {
        guard let bytes = try? Sealing.open(sealed, key: master.ledgerKeys, associatedData: Array(ledger.text.utf8)),
            let key = SymmetricKey(bytes: bytes)
        else { throw .damaged(detail: "a ledger key does not open") }
        return key
    }
}
