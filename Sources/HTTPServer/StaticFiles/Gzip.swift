import CZlib

/// Compresses a whole buffer once, as well as zlib can (RFC 1952).
enum Gzip {
    private static let gzipWindow: CInt = 15 + 16
    private static let mostMemory: CInt = 9

    /// `nil` if it is not worth it: less than a tenth saved.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard
            deflateInit2_(
                &stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzipWindow, mostMemory, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                CInt(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        let room = Int(deflateBound(&stream, UInt(bytes.count)))
        let compressed = [UInt8](unsafeUninitializedCapacity: room) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.avail_out) : 0
            }
        }
        return compressed.isEmpty || compressed.count > bytes.count / 10 * 9 ? nil : compressed
    }
}
