import Testing

@testable import SharedFolders

@Suite("The rules of signing in to OneDrive") struct SignInRuleTests {
    @Test("the challenge is the one of RFC 7636, appendix B")
    func proofKey() {
        let proof = ProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(proof.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
        #expect(ProofKey.random().verifier.utf8.count == 43)
        #expect(ProofKey.random() != ProofKey.random())
    }

    @Test(
        "the browser is sent back to this machine's own name, on any port",
        arguments: ["http://localhost", "http://localhost/", "http://localhost:53682", "http://localhost:80/"])
    func redirect(_ text: String) {
        #expect(LocalRedirect(text)?.text == text)
    }

    @Test(
        "no other address is a redirect",
        arguments: [
            "https://localhost", "http://127.0.0.1:1", "http://localhost.example", "http://localhost:0",
            "http://localhost:",
            "http://localhost:99999", "http://localhost/x", "http://localhost:1x", "http://localhost?x",
            "http://localhost:+8",
        ])
    func badRedirect(_ text: String) {
        #expect(LocalRedirect(text) == nil)
    }

    @Test("a pasted address is read as the browser shows it")
    func pasted() throws {
        let address = try #require(
            SignInAddress(pasted: "  http://localhost/?code=M.C5%2B_a-b&state=xyz&session_state=1#frag\n"))
        #expect(address == SignInAddress(code: "M.C5+_a-b", state: "xyz"))
        #expect(SignInAddress(pasted: "code=a&state=b") == SignInAddress(code: "a", state: "b"))
        #expect(SignInAddress(pasted: "http://localhost/?error=access_denied&state=x")?.error == "access_denied")
    }

    @Test(
        "what is no such address is refused",
        arguments: [
            "", "http://localhost/", "http://localhost/?state=x", "hello world", "http://a/?code=1&code=2",
            "http://a/?code=%ZZ&state=%FF", String(repeating: "a", count: 20_000),
        ])
    func badPaste(_ text: String) {
        #expect(SignInAddress(pasted: text) == nil)
    }

    @Test("each error has its meaning, and only the word `error` decides (1.4)")
    func refusals() {
        func meaning(_ error: String, _ status: Int = 400, codes: String = "[]") -> TokenRefusal {
            TokenRefusal(status: status, Array(#"{"error":"\#(error)","error_codes":\#(codes)}"#.utf8))
        }
        for error in ["invalid_grant", "interaction_required", "consent_required", "login_required"] {
            guard case .lost = meaning(error) else { return #expect(Bool(false), "\(error)") }
        }
        for error in ["invalid_client", "unauthorized_client", "invalid_scope", "invalid_request"] {
            guard case .misconfigured = meaning(error) else { return #expect(Bool(false), "\(error)") }
        }
        for (error, status) in [("temporarily_unavailable", 503), ("", 500), ("new_word", 400), ("server_error", 500)] {
            guard case .transient = meaning(error, status) else { return #expect(Bool(false), "\(error)") }
        }
        #expect(meaning("authorization_pending") == .pending)
        #expect(meaning("slow_down") == .slowDown)
        #expect(meaning("authorization_declined") == .declined && meaning("access_denied") == .declined)
        #expect(meaning("expired_token") == .expired)
        #expect(
            meaning("invalid_grant", codes: "[50173]")
                == .lost("The account's password was changed (invalid_grant: AADSTS50173)"))
        guard case .transient = TokenRefusal(status: 502, Array("<html>".utf8)) else { return #expect(Bool(false)) }
    }

    @Test("polling keeps its pace, slows down for good, and stops when it is over (A10)")
    func polling() {
        #expect(DevicePoll.step(after: .pending, interval: 5) == .again(5))
        #expect(DevicePoll.step(after: .slowDown, interval: 5) == .again(10))
        #expect(DevicePoll.step(after: .transient("x"), interval: 10) == .again(15))
        for refusal in [TokenRefusal.declined, .expired, .lost("x"), .misconfigured("x")] {
            guard case .stop = DevicePoll.step(after: refusal, interval: 5) else { return #expect(Bool(false)) }
        }
    }

    @Test("an answer with tokens is read with what may be missing, and without what may not")
    func answers() throws {
        func read(_ text: String) -> TokenAnswer? { TokenAnswer(Array(text.utf8)) }
        let whole = try #require(
            read(#"{"token_type":"Bearer","expires_in":3599,"access_token":"a","refresh_token":"r","x":1}"#))
        #expect(whole.accessToken == "a" && whole.refreshToken == "r" && whole.expiresIn == 3599)
        let bare = try #require(read(#"{"token_type":"bearer","access_token":"a"}"#))
        #expect(bare.refreshToken == nil && bare.expiresIn == 3600)
        #expect(read(#"{"token_type":"Bearer","access_token":"a","expires_in":"90"}"#)?.expiresIn == 90)
        #expect(read(#"{"token_type":"Bearer","access_token":"a\r\nX: y"}"#) == nil)
        #expect(read(#"{"token_type":"pop","access_token":"a"}"#) == nil)
        #expect(read(#"{"token_type":"Bearer","access_token":""}"#) == nil)
        #expect(read("<html>") == nil && read("") == nil)
    }

    @Test(
        "an access token is renewed five minutes before its end, or at half of a short life, by the monotonic clock (F33)"
    )
    func freshness() throws {
        func token(_ seconds: Int) throws -> AccessToken {
            let body = #"{"token_type":"Bearer","access_token":"a","expires_in":\#(seconds)}"#
            return AccessToken(try #require(TokenAnswer(Array(body.utf8))), now: .seconds(1000))
        }
        #expect(try token(3600).refreshAt == .seconds(1000 + 3300))
        #expect(try token(60).refreshAt == .seconds(1030))
        #expect(try token(3600).isFresh(at: .seconds(4299)))
        #expect(try !token(3600).isFresh(at: .seconds(4300)))
        #expect(try !token(0).isFresh(at: .seconds(1000)))
    }

    @Test("an idle account refreshes once a week, whatever the clock did meanwhile")
    func keepAlive() {
        let week: Int64 = 7 * 86_400_000
        #expect(!KeepAlive.isDue(refreshedAt: 1_000, now: week + 999))
        #expect(KeepAlive.isDue(refreshedAt: 1_000, now: week + 1_000))
        #expect(KeepAlive.isDue(refreshedAt: 2 * week, now: 0))
        #expect(KeepAlive.isDue(refreshedAt: .min, now: .max))
    }

    @Test("a credential survives the disk, and tells nothing when it is printed")
    func credential() {
        let whole = OneDriveCredential(refreshToken: "secret", refreshedAt: 7, name: "Anna", lost: "gone")
        #expect(OneDriveCredential(bytes: whole.bytes) == whole)
        let bare = OneDriveCredential(refreshToken: "secret", refreshedAt: 7)
        #expect(OneDriveCredential(bytes: bare.bytes) == bare)
        #expect(OneDriveCredential(bytes: Array("{}".utf8)) == nil)
        #expect(!"\(whole)".contains("secret") && !String(reflecting: whole).contains("secret"))
        var dumped = ""
        dump(whole, to: &dumped)
        #expect(!dumped.contains("secret"))
    }
}

extension SignInAddress {
    init(code: String, state: String) {
        self =
            SignInAddress(pasted: "?code=\(WebAddress.encoded(code))&state=\(state)") ?? SignInAddress(
                pasted: "?error=x")!
    }
}
