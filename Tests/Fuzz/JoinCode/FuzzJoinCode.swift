import Cryptography
import FuzzDriver
import Glibc

/// Any text as a join code, as an invitation, as a token and as a password hash. What is accepted is spelled as we spell
/// it, up to white space around a code and the case of its checksum.
@main struct FuzzJoinCode {
    static func main() {
        exit(
            fuzz { start, count in
                let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
                FuzzJoinCode.checkCode(text)
                if let token = SecretToken(text) { precondition(token.text == text) }
                if let hash = PasswordHash(text: text) { precondition(hash.text == text) }
                if let bytes = Base64.decodeURL(text.utf8) { precondition(Base64.encodeURL(bytes) == text) }
                return 0
            })
    }

    private static func checkCode(_ text: String) {
        let found = try? JoinCode.find(in: text)
        guard let key = try? JoinCode.decode(text) else { return }
        precondition(found == key)
        let code = JoinCode.encode(key)
        let spelled = text.utf8.drop { $0 != UInt8(ascii: "S") }.prefix(code.utf8.count)
        precondition(spelled.dropLast(4).elementsEqual(code.utf8.dropLast(4)))
    }
}
