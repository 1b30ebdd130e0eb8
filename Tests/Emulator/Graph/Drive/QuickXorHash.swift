internal import Cryptography

/// The hash that OneDrive has for every file: a rotating XOR, 160 bits wide, by 11 bits for each byte, and then the
/// length over the last 64 bits.
enum QuickXorHash {
    private static let period = 160

    static func base64(_ bytes: [UInt8]) -> String {
        var cells = [UInt8](repeating: 0, count: 20)
        // After 160 bytes the rotation is where it began: what lies 160 bytes apart meets the same bits.
        for (index, byte) in folded(bytes).enumerated() {
            let shift = index * 11 % period
            let bits = UInt16(byte) << UInt16(shift % 8)
            cells[shift / 8] ^= UInt8(truncatingIfNeeded: bits)
            cells[(shift / 8 + 1) % 20] ^= UInt8(truncatingIfNeeded: bits >> 8)
        }
        let length = UInt64(bytes.count)
        for index in 0..<8 { cells[12 + index] ^= UInt8(truncatingIfNeeded: length >> (8 * UInt64(index))) }
        return Base64.encode(cells)
    }

    /// The XOR of all pieces of 160 bytes, eight bytes at a time.
    private static func folded(_ bytes: [UInt8]) -> [UInt8] {
        var words = [UInt64](repeating: 0, count: period / 8)
        let whole = bytes.count - bytes.count % period
        bytes.withUnsafeBytes { bytes in
            var word = 0
            for offset in stride(from: 0, to: whole, by: 8) {
                words[word] ^= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                word = word == 19 ? 0 : word + 1
            }
        }
        var folded = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word.littleEndian >> (8 * $0)) } }
        for (index, byte) in bytes[whole...].enumerated() { folded[index] ^= byte }
        return folded
    }
}
