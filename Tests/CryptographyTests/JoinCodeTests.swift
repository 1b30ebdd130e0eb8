import Cryptography
import Testing

@Suite struct JoinCodeTests {
    /// Made by the independent implementation that wrote the version-1 vectors.
    static let code = "SC1.9bFlIkpYt5HfavHYMD5hzcS7hsPRxCcQPDRMQYnrLx4.42e6"
    static let fingerprint = "42e6ba1d63cd370e33d9ca73f70a6487"

    @Test("SC-ARC-ENC-4: another implementation's code is read and written alike")
    func vector() throws {
        let key = try JoinCode.decode(Self.code)
        #expect(key.fingerprint == Self.fingerprint)
        #expect(JoinCode.encode(key) == Self.code)
    }
}
