import Cryptography
import Foundation
import JSON

/// `Tests/Vectors/crypto/vectors.json`: what Python's libraries say, written by the script beside it.
struct CryptoVectors {
    static func cases(_ name: String) throws -> [JSONValue] {
        let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Vectors/crypto/vectors.json")
        return try JSONValue(parsing: Array(Data(contentsOf: file)))[name]?.array ?? []
    }
}

extension JSONValue {
    func text(_ name: String) -> String { self[name]?.string ?? "" }

    /// A member's hexadecimal digits as bytes.
    func bytes(_ name: String) -> [UInt8] {
        let digits = Array(text(name).utf8).map { $0 < 0x3A ? $0 - 0x30 : $0 - 0x57 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    func key() throws -> SymmetricKey { SymmetricKey(bytes: bytes("key"))! }
}
