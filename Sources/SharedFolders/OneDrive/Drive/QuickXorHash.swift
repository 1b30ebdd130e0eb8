import Cryptography

/// The checksum that OneDrive keeps of every file ("QuickXorHash", published by Microsoft): each byte is XORed into 160
/// bits, eleven bits further on than the one before, and the length into the end. It finds bytes that belong to another
/// version of the file, or to no file; against anybody's intent it is worth nothing.
enum QuickXorHash {
    private static let width = 20

    /// In base64, as `file.hashes.quickXorHash` has it.
    static func base64(_ bytes: [UInt8]) -> String {
        // After 160 bytes the places begin anew, so blocks of 160 bytes can be laid over one another first.
        var block = [UInt8](repeating: 0, count: width * 8)
        var start = 0
        while start < bytes.count {
            let count = min(block.count, bytes.count - start)
            for index in 0..<count { block[index] ^= bytes[start + index] }
            start += count
        }
        var hash = [UInt8](repeating: 0, count: width)
        for (index, byte) in block.enumerated() {
            let (cell, shift) = (index * 11).quotientAndRemainder(dividingBy: 8)
            hash[cell % width] ^= byte << UInt8(shift)
            if shift > 0 { hash[(cell + 1) % width] ^= byte >> UInt8(8 - shift) }
        }
        for index in 0..<8 { hash[width - 8 + index] ^= UInt8(truncatingIfNeeded: bytes.count >> (8 * index)) }
        return Base64.encode(hash)
    }
}
