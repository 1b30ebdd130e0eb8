import Cryptography
import Testing

@Suite struct SecretTokenTests {
    @Test("a token is read back from its text, with the same hash")
    func roundTrip() throws {
        let token = SecretToken.random()
        #expect(token.text.utf8.count == 43)
        let read = try #require(SecretToken(token.text))
        #expect(read.hash == token.hash && read.text == token.text)
        #expect(token.hash == SHA256.hash(Base64.decodeURL(token.text.utf8)!))
        #expect(SecretToken.random().hash != token.hash)
    }

    @Test("only the exact spelling of a token is one")
    func malformed() {
        let text = SecretToken.random().text
        for bad in ["", String(text.dropLast()), text + "A", text + "=", " " + text.dropFirst(), text.dropLast() + "B"]
        {
            #expect(SecretToken(bad) == nil, "\(bad)")
        }
    }

    @Test("it prints nothing of itself")
    func description() {
        let token = SecretToken.random()
        var dumped = ""
        dump(token, to: &dumped)
        #expect("\(token)" == "secret token" && !dumped.contains(token.text.prefix(8)))
    }
}
