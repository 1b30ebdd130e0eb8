import Cryptography
import Testing

@Suite("A file sealed to a passphrase")
struct SealedStreamTests {
    private static let cheap = PasswordHash.Cost(logN: 4, r: 1, p: 1)
    private static let frame = SealedStream.frameBytes

    private func sealed(_ plaintext: [UInt8]) -> (header: [UInt8], frames: [[UInt8]]) {
        var sealer = StreamSealer(passphrase: "words", cost: Self.cheap)
        var frames: [[UInt8]] = []
        var rest = plaintext[...]
        while rest.count > Self.frame {
            frames.append(sealer.seal(Array(rest.prefix(Self.frame)), isLast: false))
            rest = rest.dropFirst(Self.frame)
        }
        frames.append(sealer.seal(Array(rest), isLast: true))
        return (sealer.header, frames)
    }

    private func open(
        _ header: [UInt8], _ frames: [[UInt8]], _ passphrase: String = "words"
    ) throws(SealedStream.Fault) -> [UInt8] {
        var opener = try StreamOpener(beginning: header, passphrase: passphrase)
        #expect(opener.headerLength == header.count)
        var plaintext: [UInt8] = []
        for (place, frame) in frames.enumerated() {
            plaintext += try opener.open(frame, isLast: place == frames.count - 1)
        }
        return plaintext
    }

    @Test(
        "opens to what it was, whatever its length",
        arguments: [0, 1, frame - 1, frame, frame + 1, 2 * frame, 2 * frame + 7])
    func roundTrip(length: Int) throws {
        let plaintext = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let (header, frames) = sealed(plaintext)
        #expect(header.count <= SealedStream.mostHeaderBytes)
        #expect(header.starts(with: SealedStream.beginning))
        #expect(try open(header, frames) == plaintext)
    }

    @Test("frames that are swapped, repeated, left out or of another file do not open")
    func order() throws {
        let plaintext = [UInt8](repeating: 7, count: 3 * Self.frame + 5)
        let (header, frames) = sealed(plaintext)
        let others = sealed(plaintext).frames
        let wrong: [[[UInt8]]] = [
            [frames[1], frames[0], frames[2], frames[3]], Array(frames.dropLast()), Array(frames.dropFirst()),
            [frames[0], frames[0], frames[2], frames[3]], frames + [frames[3]], [others[0]] + frames.dropFirst(),
            [frames[0], frames[1], frames[2], others[3]], [frames[3]],
        ]
        for frames in wrong {
            #expect(throws: SealedStream.Fault.damaged) { try open(header, frames) }
        }
    }

    @Test("a changed bit anywhere in a frame is found out")
    func changed() throws {
        let (header, frames) = sealed(Array("splitclone".utf8))
        for place in frames[0].indices {
            var changed = frames[0]
            changed[place] ^= 4
            #expect(throws: SealedStream.Fault.damaged) { try open(header, [changed]) }
        }
    }

    @Test("a wrong passphrase is told from a damaged file, and a foreign file from both")
    func headers() throws {
        let (header, frames) = sealed([1, 2, 3])
        #expect(throws: SealedStream.Fault.wrongPassphrase) { try open(header, frames, "Words") }
        #expect(throws: SealedStream.Fault.wrongPassphrase) { try open(header, frames, "") }
        let text = String(decoding: header, as: UTF8.self)
        let foreign = [
            "", "\n", "SQLite format 3\n", text.replacing("sealed-1", with: "sealed-2"), String(text.dropLast()),
            text.replacing("scrypt", with: "argon2"), text.replacing("ln=4", with: "ln=40"),
            text.replacing("ln=4", with: "ln=-1"), text.replacing(" ln", with: "  ln"),
        ]
        for header in foreign {
            #expect(throws: SealedStream.Fault.notSealed) {
                try StreamOpener(beginning: Array(header.utf8), passphrase: "words")
            }
        }
    }

    @Test("two files of one content and one passphrase have nothing in common")
    func fresh() {
        let (one, other) = (sealed([1, 2, 3]), sealed([1, 2, 3]))
        #expect(one.header != other.header)
        #expect(one.frames != other.frames)
    }
}
