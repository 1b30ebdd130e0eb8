/// Makes UTF-8 of the bytes of a file as they come: takes off a byte order mark, and turns UTF-16 around. Anything else
/// passes as it is.
struct TextStream: Sendable {
    private enum Encoding { case unknown, utf8, utf16(isBigEndian: Bool) }

    private var encoding = Encoding.unknown
    /// What is not enough to tell anything yet.
    private var held: [UInt8] = []
    private var highSurrogate: UInt16?

    /// - Parameter isLast: nothing comes after these.
    mutating func read(_ bytes: ArraySlice<UInt8>, isLast: Bool = false) -> ArraySlice<UInt8> {
        if case .utf8 = encoding { return bytes }
        held += bytes
        if case .unknown = encoding {
            guard held.count >= 4 || isLast else { return [] }
            detect()
        }
        guard case .utf16(let isBigEndian) = encoding else {
            defer { held = [] }
            return held[...]
        }
        return transcode(isBigEndian, isLast)
    }

    private mutating func detect() {
        if held.starts(with: [0xEF, 0xBB, 0xBF]) {
            encoding = .utf8
            held.removeFirst(3)
        } else if held.starts(with: [0xFF, 0xFE]) || held.starts(with: [0xFE, 0xFF]) {
            encoding = .utf16(isBigEndian: held[0] == 0xFE)
            held.removeFirst(2)
        } else if held.count >= 4, held[0] != 0, held[1] == 0, held[2] != 0, held[3] == 0 {
            encoding = .utf16(isBigEndian: false)
        } else if held.count >= 4, held[0] == 0, held[1] != 0, held[2] == 0, held[3] != 0 {
            encoding = .utf16(isBigEndian: true)
        } else {
            encoding = .utf8
        }
    }

    private mutating func transcode(_ isBigEndian: Bool, _ isLast: Bool) -> ArraySlice<UInt8> {
        var units: [UInt16] = highSurrogate.map { [$0] } ?? []
        highSurrogate = nil
        for place in stride(from: 0, to: held.count - 1, by: 2) {
            let (first, second) = (UInt16(held[place]), UInt16(held[place + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        held.removeFirst(held.count / 2 * 2)
        if !isLast, let last = units.last, UTF16.isLeadSurrogate(last) { highSurrogate = units.removeLast() }
        return Array(String(decoding: units, as: UTF16.self).utf8)[...]
    }
}
