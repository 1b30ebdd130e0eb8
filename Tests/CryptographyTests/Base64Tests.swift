import Cryptography
import Foundation
import Testing

@Suite struct Base64Tests {
    @Test("encoding is Foundation's, and decoding is its inverse", arguments: 0..<70)
    func roundTrip(count: Int) {
        let bytes = randomBytes(count)
        let standard = Data(bytes).base64EncodedString()
        #expect(Base64.encode(bytes) == standard)
        let url = standard.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
        #expect(Base64.encodeURL(bytes) == url)
        #expect(Base64.decodeURL(url.utf8) == bytes)
    }

    @Test("only the canonical spelling is read")
    func canonical() {
        for text in ["A", "AAAAA", "AB", "AAB", "AA==", "A+AA", "A/AA", "AA AA", "AAA\n", "Ä", "AAAAAB"] {
            #expect(Base64.decodeURL(text.utf8) == nil, "\(text)")
        }
        var read = 0
        for first in UInt8(0x20)..<0x7F {
            for second in UInt8(0x20)..<0x7F {
                guard let bytes = Base64.decodeURL([first, second]) else { continue }
                read += 1
                #expect(Array(Base64.encodeURL(bytes).utf8) == [first, second])
            }
        }
        #expect(read == 256)
    }

    @Test("hexadecimal digits are lower case and two to a byte")
    func hexadecimal() {
        #expect(Hexadecimal.encode([0, 9, 10, 0xFF, 0x1C]) == "00090aff1c")
        #expect(Hexadecimal.encode([UInt8]()) == "")
    }
}
