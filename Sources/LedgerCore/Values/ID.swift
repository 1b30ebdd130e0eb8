/// A UUID that names one kind of thing. `Tag` keeps the id of an expense from being used as the id of a person.
///
/// Written in lower case with hyphens. Kept as a 128-bit integer, whose order is the ASCII order of the text, which is
/// the order the merge rules speak of (`SC-ARC-MRG-1`).
package struct ID<Tag>: Hashable, Comparable, Sendable {
    package let bits: UInt128

    package init(bits: UInt128) {
        self.bits = bits
    }

    /// The nil UUID, which a log writes where nobody is meant.
    package static var none: ID { ID(bits: 0) }

    package var isNone: Bool { bits == 0 }

    /// Accepts exactly the canonical text: 36 ASCII characters, lower case.
    package init?(ascii: Span<UInt8>) {
        guard let bits = UUIDText.bits(ascii) else { return nil }
        self.bits = bits
    }

    package init?(_ text: String) {
        self.init(ascii: text.utf8Span.span)
    }

    /// Sixteen bytes, most significant first.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.bits = bytes.reduce(0) { $0 << 8 | UInt128($1) }
    }

    package var bytes: [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: bits >> (120 - 8 * UInt128($0))) }
    }

    /// Appends the 36 characters of the text.
    package func write(into output: inout [UInt8]) {
        UUIDText.write(bits, into: &output)
    }

    package static func < (left: ID, right: ID) -> Bool { left.bits < right.bits }
}

extension ID: CustomStringConvertible {
    package var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(36)
        write(into: &text)
        return String(decoding: text, as: UTF8.self)
    }
}

package typealias EventID = ID<Event>
package typealias ParticipantID = ID<Participant>
package typealias LabelID = ID<Label>
package typealias ExpenseID = ID<Expense>
package typealias SettlementID = ID<Settlement>
package typealias CommentID = ID<Comment>
package typealias CategoryID = ID<Category>
package typealias ScheduleID = ID<Schedule>
package typealias IncomeID = ID<Income>
package typealias TransferID = ID<Transfer>
package typealias DeviceID = ID<DeviceTag>

/// A device is a stranger to the core: it is known by its id alone.
package enum DeviceTag: Sendable {}

/// The one text form of a UUID that the folder format knows.
enum UUIDText {
    static func bits(_ text: Span<UInt8>) -> UInt128? {
        guard text.count == 36 else { return nil }
        guard text[8] == hyphen, text[13] == hyphen, text[18] == hyphen, text[23] == hyphen else { return nil }
        guard let a = hexadecimal(text, 0..<8), let b = hexadecimal(text, 9..<13), let c = hexadecimal(text, 14..<18),
            let d = hexadecimal(text, 19..<23), let e = hexadecimal(text, 24..<36)
        else { return nil }
        let high = a << 32 | b << 16 | c
        let low = d << 48 | e
        return UInt128(high) << 64 | UInt128(low)
    }

    static func write(_ bits: UInt128, into output: inout [UInt8]) {
        // Five words, side by side: 8 digits | - 4 - 2 | 2 - 4 - | 8 | the last 4.
        let (a, b, c, d) = (digits(bits >> 96), digits(bits >> 64), digits(bits >> 32), digits(bits))
        let hyphen = UInt64(hyphen)
        let second: UInt64 = (hyphen << 56) | ((b >> 32) << 24) | (hyphen << 16) | ((b >> 16) & 0xffff)
        let third: UInt64 = (b << 48) | (hyphen << 40) | ((c >> 32) << 8) | hyphen
        let fourth: UInt64 = (c << 32) | (d >> 32)
        let last = UInt32(truncatingIfNeeded: d)
        withUnsafeBytes(of: (a.bigEndian, second.bigEndian, third.bigEndian, fourth.bigEndian, last.bigEndian)) {
            output.append(contentsOf: $0)
        }
    }

    /// The lowest 32 bits as eight characters, the first one in the highest byte: all of them at once.
    private static func digits(_ bits: UInt128) -> UInt64 {
        var text = UInt64(UInt32(truncatingIfNeeded: bits))
        text = (text | text << 16) & 0x0000_ffff_0000_ffff
        text = (text | text << 8) & 0x00ff_00ff_00ff_00ff
        text = (text | text << 4) & 0x0f0f_0f0f_0f0f_0f0f
        let letters = (text &+ 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101
        return text &+ 0x3030_3030_3030_3030 &+ letters &* UInt64(UInt8(ascii: "a") - UInt8(ascii: "9") - 1)
    }

    private static var hyphen: UInt8 { UInt8(ascii: "-") }

    private static func hexadecimal(_ text: Span<UInt8>, _ range: Range<Int>) -> UInt64? {
        var value: UInt64 = 0
        for index in range {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte &- UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte &- UInt8(ascii: "a") &+ 10)
            default: return nil
            }
        }
        return value
    }
}
