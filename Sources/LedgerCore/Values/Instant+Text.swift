extension Instant: CustomStringConvertible {
    /// Accepts exactly `YYYY-MM-DDTHH:MM:SS.mmmZ`, 24 characters.
    package init?(ascii text: Span<UInt8>) {
        guard text.count == 24, text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
            text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "."), text[23] == UInt8(ascii: "Z"),
            let day = CalendarDay(ascii: text.extracting(0..<10)),
            let hour = DecimalText.number(text, 11..<13), hour < 24,
            let minute = DecimalText.number(text, 14..<16), minute < 60,
            let second = DecimalText.number(text, 17..<19), second < 60,
            let millisecond = DecimalText.number(text, 20..<23)
        else { return nil }
        let seconds = ((day.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
        milliseconds = Int64(seconds * 1000 + millisecond)
    }

    package init?(_ text: String) {
        self.init(ascii: text.utf8Span.span)
    }

    package func write(into output: inout [UInt8]) {
        let day = self.day
        let time = Int(milliseconds) - day.daysSince1970 * 86_400_000
        day.write(into: &output)
        output.append(UInt8(ascii: "T"))
        DecimalText.write(time / 3_600_000, digits: 2, into: &output)
        output.append(UInt8(ascii: ":"))
        DecimalText.write(time / 60_000 % 60, digits: 2, into: &output)
        output.append(UInt8(ascii: ":"))
        DecimalText.write(time / 1000 % 60, digits: 2, into: &output)
        output.append(UInt8(ascii: "."))
        DecimalText.write(time % 1000, digits: 3, into: &output)
        output.append(UInt8(ascii: "Z"))
    }

    package var description: String {
        var text: [UInt8] = []
        text.reserveCapacity(24)
        write(into: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
