internal import Cryptography

/// The hash that OneDrive has for every file: rotating XOR, 160 bits wide, by 11 bits for each byte.
enum QuickXorHash {
    static func base64(_ bytes: [UInt8]) -> String {
        var cells = [UInt8](repeating: 0, count: 20)
        var shift = 0
        for byte in bytes {
            let cell = shift / 8
            let bits = UInt16(byte) << UInt16(shift % 8)
            cells[cell] ^= UInt8(truncatingIfNeeded: bits)
            cells[(cell + 1) % 20] ^= UInt8(truncatingIfNeeded: bits >> 8)
            shift = (shift + 11) % 160
        }
        let length = UInt64(bytes.count)
        for index in 0..<8 { cells[12 + index] ^= UInt8(truncatingIfNeeded: length >> (8 * UInt64(index))) }
        return Base64.encode(cells)
    }
}
