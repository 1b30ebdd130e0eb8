import CQREncode

/// A text as a QR code (ISO/IEC 18004, by libqrencode), drawn as SVG: one path, no script, any size.
enum QRCode {
    /// Light modules around the code (ISO/IEC 18004 §9.1 wants four).
    private static let margin = 4

    /// `nil` when the text is too long for a QR code.
    static func svg(_ text: String) -> String? {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while column < width, modules[row * width + column] & 1 == 1 { column += 1 }
                if column > start {
                    path += "M\(start + margin) \(row + margin)h\(column - start)v1h-\(column - start)z"
                }
                column += 1
            }
        }
        let side = width + 2 * margin
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges">\
            <rect width="\(side)" height="\(side)" fill="#fff"/><path d="\(path)" fill="#000"/></svg>

            """
    }
}
