/// A long file, sealed to a passphrase piece by piece, so that it is never in the memory as a whole
/// (`docs/file-format.md` (h)).
///
/// One line says how the key comes from the passphrase (scrypt, RFC 7914). Then come frames of AES-256-GCM, each over
/// `frameBytes` of plaintext, the last over the rest. A frame is bound to its number, to whether it is the last, and to the
/// file's salt: frames that were swapped, taken from another file, or left out at the end do not open.
package enum SealedStream {
    package static let frameBytes = 1 << 20
    package static let sealedFrameBytes = frameBytes + Sealing.overhead
    /// No first line is longer.
    package static let mostHeaderBytes = 160

    fileprivate static let magic = "splitclone-sealed-1"
    fileprivate static let saltBytes = 16

    /// What a sealed file begins with; enough to recognise one.
    package static let beginning = Array((magic + " ").utf8)

    package enum Fault: Error, Equatable, Sendable {
        case notSealed
        case wrongPassphrase
        /// Changed, cut, or put together from several.
        case damaged
    }

    /// `splitclone-sealed-1 scrypt ln=16,r=8,p=1 <salt> <check>` and a line end.
    fileprivate struct Header {
        let cost: PasswordHash.Cost
        let salt: [UInt8]
        /// By which a wrong passphrase is told from a damaged file. It helps a guesser no more than the first frame does.
        let check: String

        var line: [UInt8] {
            Array("\(magic) scrypt \(cost.text) \(Base64.encodeURL(salt)) \(check)\n".utf8)
        }
    }

    fileprivate static func check(_ key: SymmetricKey) -> String {
        Hexadecimal.encode(HMAC.sha256(Array("check".utf8), key: key).prefix(8))
    }

    fileprivate static func place(_ salt: [UInt8], _ number: UInt64, isLast: Bool) -> [UInt8] {
        salt + withUnsafeBytes(of: number.bigEndian) { Array($0) } + [isLast ? 1 : 0]
    }
}

/// Seals one file. To be given `SealedStream.frameBytes` at a time, and the rest, which may be empty, last.
package struct StreamSealer: Sendable {
    /// To be written first.
    package let header: [UInt8]
    private let salt: [UInt8]
    private let key: SymmetricKey
    private var number: UInt64 = 0

    /// Costly: not for an event loop.
    package init(passphrase: String, cost: PasswordHash.Cost = .ofBackups) {
        salt = randomBytes(SealedStream.saltBytes)
        key = Scrypt.key(from: passphrase, salt, cost)
        header = SealedStream.Header(cost: cost, salt: salt, check: SealedStream.check(key)).line
    }

    package mutating func seal(_ plaintext: [UInt8], isLast: Bool) -> [UInt8] {
        precondition(isLast ? plaintext.count <= SealedStream.frameBytes : plaintext.count == SealedStream.frameBytes)
        defer { number += 1 }
        return Sealing.seal(
            plaintext, key: key, associatedData: SealedStream.place(salt, number, isLast: isLast))
    }
}

/// Opens one file, in the order in which it was sealed.
package struct StreamOpener: Sendable {
    /// How long the first line is, its end included: what follows are frames.
    package let headerLength: Int
    private let salt: [UInt8]
    private let key: SymmetricKey
    private var number: UInt64 = 0

    /// - Parameter beginning: of the file, `SealedStream.mostHeaderBytes` or all of a shorter one.
    package init(beginning: [UInt8], passphrase: String) throws(SealedStream.Fault) {
        guard let end = beginning.firstIndex(of: UInt8(ascii: "\n")) else { throw .notSealed }
        let words = String(decoding: beginning[..<end], as: UTF8.self).split(
            separator: " ", omittingEmptySubsequences: false)
        guard words.count == 5, words[0] == SealedStream.magic, words[1] == "scrypt",
            let cost = PasswordHash.Cost(words[2]), cost.isBearable, let salt = Base64.decodeURL(words[3].utf8),
            salt.count == SealedStream.saltBytes
        else { throw .notSealed }
        headerLength = end + 1
        self.salt = salt
        key = Scrypt.key(from: passphrase, salt, cost)
        guard constantTimeEqual(Array(SealedStream.check(key).utf8), Array(words[4].utf8)) else {
            throw .wrongPassphrase
        }
    }

    /// - Parameter isLast: nothing follows in the file.
    package mutating func open(_ frame: [UInt8], isLast: Bool) throws(SealedStream.Fault) -> [UInt8] {
        guard isLast || frame.count == SealedStream.sealedFrameBytes else { throw .damaged }
        defer { number += 1 }
        do {
            return try Sealing.open(
                frame, key: key, associatedData: SealedStream.place(salt, number, isLast: isLast))
        } catch {
            throw .damaged
        }
    }
}
