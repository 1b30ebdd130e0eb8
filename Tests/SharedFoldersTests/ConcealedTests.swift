import Testing

@testable import SharedFolders

@Suite("What holds a secret") struct ConcealedTests {
    /// Each made from the same secret.
    private static func holders(_ secret: String) throws -> [any Concealed] {
        let address = try #require(WebAddress("https://host.example/\(secret)?\(secret)"))
        let tokens = #"{"access_token":"\#(secret)","token_type":"Bearer","refresh_token":"\#(secret)"}"#
        let token = try #require(TokenAnswer(Array(tokens.utf8)))
        let code = #"{"device_code":"\#(secret)","user_code":"x","verification_uri":"http://a","expires_in":9}"#
        return [
            address, TransferRequest("GET", address, fields: [("Authorization", secret)], body: Array(secret.utf8)),
            TransferAnswer(status: 200, fields: [("location", secret)], body: Array(secret.utf8)),
            try WebDAVSettings(address: address.origin + "/" + secret, user: "user", password: secret),
            OneDriveCredential(refreshToken: secret, refreshedAt: 0), token, AccessToken(token, now: .zero),
            try #require(DeviceCode(Array(code.utf8))), ProofKey(verifier: secret),
            try #require(SignInAddress(pasted: "?code=\(secret)&state=\(secret)")),
            OneDriveShareLink(address: secret, reach: .anyone), try #require(ShareToken(link: address.text)),
        ]
    }

    @Test("does not show it, however it is printed")
    func printed() throws {
        for holder in try Self.holders("s3cr3t") {
            var dumped = ""
            dump(holder, to: &dumped)
            let texts = ["\(holder)", String(reflecting: holder), "\([holder])", dumped]
            let isSilent = texts.allSatisfy { !$0.isEmpty && !$0.contains("s3cr3t") && !$0.contains("u!") }
            #expect(isSilent, "\(type(of: holder))")
        }
    }
}
