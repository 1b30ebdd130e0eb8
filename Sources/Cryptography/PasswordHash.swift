/// What is kept of a password: scrypt (RFC 7914) with a random salt, written with its costs in the manner of PHC strings:
/// `$scrypt$ln=15,r=8,p=1$<salt>$<hash>`.
///
/// The costs are a small home server's: N = 2¹⁵, r = 8, p = 1 take 32 MiB and about 100 ms of one core for every try, on
/// a server of 2024. They travel with the hash, so that raising `Cost.current` leaves old ones readable.
/// A password is the UTF-8 text that was typed, without normalisation.
package struct PasswordHash: Equatable, Sendable {
    package struct Cost: Equatable, Sendable {
        /// Binary logarithm of N, the number of blocks.
        package var logN: Int
        package var r: Int
        package var p: Int

        package init(logN: Int, r: Int, p: Int) {
            self.logN = logN
            self.r = r
            self.p = p
        }

        package static let current = Cost(logN: 15, r: 8, p: 1)

        /// For what is opened once in years and may be tried at by whoever has the file: 64 MiB, twice as long.
        package static let ofBackups = Cost(logN: 16, r: 8, p: 1)

        /// What a stored text may ask for at most: a damaged or planted one must not stop the server.
        var isBearable: Bool {
            (1...20).contains(logN) && (1...16).contains(r) && (1...4).contains(p) && memory <= 1 << 28
        }

        /// 128 · r · (N + p) bytes and a little more, which OpenSSL wants to be told: its own limit is exactly 32 MiB.
        var memory: Int { 128 * r * (1 << logN + p + 4) }
    }

    private static let saltBytes = 16
    private static let hashBytes = 32

    private let cost: Cost
    private let salt: [UInt8]
    private let hash: [UInt8]

    /// Hashes a new password. Costly: not for an event loop.
    package init(_ password: String, cost: Cost = .current) {
        precondition(cost.isBearable)
        let salt = randomBytes(Self.saltBytes)
        self.cost = cost
        self.salt = salt
        hash = Self.scrypt(password, salt, cost)
    }

    /// As costly as `init`, and as long for a wrong password as for the right one.
    package func matches(_ password: String) -> Bool {
        constantTimeEqual(hash, Self.scrypt(password, salt, cost))
    }

    /// Matches nothing, and takes as long over it: for a name that nobody has.
    package static let decoy = PasswordHash(Base64.encodeURL(randomBytes(32)))

    private static func scrypt(_ password: String, _ salt: [UInt8], _ cost: Cost) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: hashBytes) { buffer, count in
            Scrypt.derive(from: password, salt, cost, into: UnsafeMutableRawBufferPointer(buffer)[..<hashBytes])
            count = hashBytes
        }
    }
}

extension PasswordHash {
    package var text: String {
        "$scrypt$\(cost.text)$\(Base64.encodeURL(salt))$\(Base64.encodeURL(hash))"
    }

    /// Nil for what `text` does not write, and for costs that no server of ours has ever asked for.
    package init?(text: String) {
        let parts = text.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "scrypt", let cost = Cost(parts[2]), cost.isBearable,
            let salt = Base64.decodeURL(parts[3].utf8), salt.count == Self.saltBytes,
            let hash = Base64.decodeURL(parts[4].utf8), hash.count == Self.hashBytes
        else { return nil }
        self.cost = cost
        self.salt = salt
        self.hash = hash
        if self.text != text { return nil }
    }
}

extension PasswordHash.Cost {
    var text: String { "ln=\(logN),r=\(r),p=\(p)" }

    init?(_ text: Substring) {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 3, fields[0].hasPrefix("ln="), fields[1].hasPrefix("r="), fields[2].hasPrefix("p="),
            let logN = Int(fields[0].dropFirst(3)), let r = Int(fields[1].dropFirst(2)),
            let p = Int(fields[2].dropFirst(2))
        else { return nil }
        self.init(logN: logN, r: r, p: p)
    }
}

extension PasswordHash: CustomStringConvertible, CustomReflectable {
    package var description: String { "password hash" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
