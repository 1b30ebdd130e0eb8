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
        let (high, low) = (UInt64(truncatingIfNeeded: bits >> 64), UInt64(truncatingIfNeeded: bits))
        output.append(addingCapacity: 36) { text in
            write(high >> 32, digits: 8, into: &text)
            text.append(hyphen)
            write(high >> 16, digits: 4, into: &text)
            text.append(hyphen)
            write(high, digits: 4, into: &text)
            text.append(hyphen)
            write(low >> 48, digits: 4, into: &text)
            text.append(hyphen)
            write(low, digits: 12, into: &text)
        }
    }

    /// The lowest digits of a number.
    private static func write(_ value: UInt64, digits: UInt64, into text: inout OutputSpan<UInt8>) {
        var shift = 4 * digits
        while shift > 0 {
            shift -= 4
            let digit = UInt8(truncatingIfNeeded: value &>> shift) & 15
            text.append(digit < 10 ? digit &+ UInt8(ascii: "0") : digit &- 10 &+ UInt8(ascii: "a"))
        }
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
