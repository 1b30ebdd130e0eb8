/// Numbers in ASCII digits: of a fixed count, as dates and instants are made of, or as many as there are.
enum DecimalText {
    static func number(_ text: Span<UInt8>, _ range: Range<Int>) -> Int? {
        var value = 0
        for index in range {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        return value
    }

    static func write(_ number: Int, digits: Int, into output: inout [UInt8]) {
        var unit = 1
        for _ in 1..<digits { unit *= 10 }
        while unit > 0 {
            output.append(UInt8(ascii: "0") + UInt8(number / unit % 10))
            unit /= 10
        }
    }

    /// Amounts mostly fit into a word, for which the text is made ten times as fast.
    static func write(_ number: UInt128, into output: inout [UInt8]) {
        output += (UInt64(exactly: number).map { String($0) } ?? String(number)).utf8
    }
}
