package import Cryptography
package import LedgerCore

/// What a segment's plaintext holds: JSON Lines, each ended by `\n` (`SC-ARC-LOG-3`).
package struct SegmentContents: Equatable, Sendable {
    package var events: [Event] = []
    /// Each with its line, up to `mostProblems`; the last one then says how many more there were.
    package var problems: [FormatProblem] = []
    /// How many bytes whole lines take. What follows is a line without an end: reported, not kept.
    package var wholeLinesLength = 0
    /// How many whole lines there are.
    package var lineCount = 0

    /// A file of rubbish may have a million lines: nobody reads more of them than this, and they must not fill the memory.
    package static let mostProblems = 1_000

    package init() {}
}

extension SegmentContents {
    /// Decodes every line by itself: one that can not be understood becomes a problem, the others are used.
    ///
    /// `bytes` may be the tail of a segment whose first `linesBefore` lines were decoded earlier.
    package init(decoding bytes: [UInt8], file: String, linesBefore: Int = 0) {
        var decoder = EventDecoder()
        var start = 0
        var unlisted = 0
        while let end = bytes[start...].firstIndex(of: 0x0A) {
            lineCount += 1
            do throws(EventProblem) {
                events.append(try decoder.decode(bytes, in: start..<end))
            } catch {
                if problems.count < Self.mostProblems {
                    problems.append(error.located(in: file, line: linesBefore + lineCount))
                } else {
                    unlisted += 1
                }
            }
            start = end + 1
        }
        wholeLinesLength = start
        if start < bytes.count {
            problems.append(
                FormatProblem(
                    file: file, line: linesBefore + lineCount + 1, code: .truncatedLine,
                    message: "The last line has no end; it was left out."))
        }
        if unlisted > 0 { problems.append(FormatProblem(file: file, more: unlisted)) }
    }
}

/// The bytes of a segment file: a sealed envelope around the plaintext (`SC-ARC-ENC-2`).
package enum Segment {
    /// With a nonce by which whoever holds the plaintext can tell that it was this, although the file was cut.
    package static func seal(_ plaintext: [UInt8], key: SymmetricKey) -> [UInt8] {
        let lastLine = plaintext.dropLast().lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return Sealing.seal(plaintext, key: key, vouchingFor: ending(plaintext[lastLine...]))
    }

    /// Where the last line ends, and what it says: in one log, that is a text of its own.
    private static func ending(_ lastLine: ArraySlice<UInt8>) -> [UInt8] {
        withUnsafeBytes(of: UInt64(lastLine.endIndex).bigEndian) { Array($0) } + lastLine
    }

    /// The plaintext, or the problem that names the file. A segment is never half read.
    package static func open(_ sealed: [UInt8], key: SymmetricKey, file: String) throws(FormatProblem) -> [UInt8] {
        do throws(OpeningError) {
            return try Sealing.open(sealed, key: key)
        } catch {
            let message =
                switch error {
                case .tooShort: "The file is too short to be a segment."
                case .notAuthentic: "The file does not open with this ledger's key: it was changed or is not ours."
                }
            throw FormatProblem(file: file, code: .unreadableSegment, message: message)
        }
    }

    /// How much of `plaintext` is in a file that does not open, if that file was cut while it was written. One that is as
    /// long as the whole was not cut, but harmed.
    package static func overlap(_ sealed: [UInt8], with plaintext: [UInt8], key: SymmetricKey) -> Overlap {
        // The last bytes may be those of a tag.
        let certain = sealed.dropLast(Sealing.tagBytes)
        guard certain.count > Sealing.nonceBytes else {
            return Overlap(length: 0, isCutShort: true, isHeld: wasBeginning(of: plaintext, sealed, key))
        }
        let whole = Sealing.resealed(plaintext, as: sealed, key: key)
        let common = zip(certain, whole).prefix { $0 == $1 }.count
        let length = min(common - Sealing.nonceBytes, plaintext.count)
        let isCutShort = common == certain.count && sealed.count < whole.count
        return Overlap(
            length: length, isCutShort: isCutShort, isHeld: isCutShort && wasBeginning(of: plaintext, sealed, key))
    }

    /// Whether what was to be in a file that was cut is `plaintext` or a beginning of it, in whole lines. Where not even the
    /// nonce is left it may be.
    private static func wasBeginning(of plaintext: [UInt8], _ sealed: [UInt8], _ key: SymmetricKey) -> Bool {
        guard sealed.count >= Sealing.nonceBytes else { return true }
        let nonce = VouchingNonce(key)
        if nonce.wasMade(for: ending([]), in: sealed) { return true }
        var start = 0
        while let end = plaintext[start...].firstIndex(of: UInt8(ascii: "\n")) {
            if nonce.wasMade(for: ending(plaintext[start...end]), in: sealed) { return true }
            start = end + 1
        }
        return false
    }

    package struct Overlap: Equatable, Sendable {
        /// Bytes that plaintext and file begin with alike.
        package let length: Int
        /// Nothing else is in the file: it was cut, and what is left of it is the plaintext, or a beginning of it.
        package let isCutShort: Bool
        /// Nor was anything else to be in it. So nothing is lost when it is written over with the plaintext.
        package let isHeld: Bool
    }
}
