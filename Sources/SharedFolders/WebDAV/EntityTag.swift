/// What a server says names one state of a file (RFC 9110 8.8.3), in one spelling: servers, and the proxies before them,
/// write the same tag with and without quotes, marked as weak, and with the name of a compression.
enum EntityTag {
    /// The opaque part alone; `nil` when there is nothing in it, or bytes that could not be sent back.
    static func opaque(_ text: String) -> String? {
        var bytes = Array(text.utf8)[...]
        while let first = bytes.first, first == UInt8(ascii: " ") || first == 9 || first == 10 || first == 13 {
            bytes = bytes.dropFirst()
        }
        while let last = bytes.last, last == UInt8(ascii: " ") || last == 9 || last == 10 || last == 13 {
            bytes = bytes.dropLast()
        }
        if bytes.starts(with: "W/".utf8) { bytes = bytes.dropFirst(2) }
        if bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
            bytes = bytes.dropFirst().dropLast()
            for coding in ["-gzip", "-br", "-zstd", "-deflate"]
            where bytes.suffix(coding.utf8.count).elementsEqual(coding.utf8) {
                bytes = bytes.dropLast(coding.utf8.count)
            }
        }
        let isSendable = bytes.allSatisfy { $0 == 0x21 || (0x23...0x7E).contains($0) }
        return bytes.isEmpty || !isSendable ? nil : String(decoding: bytes, as: UTF8.self)
    }

    /// For `If-Match`.
    static func quoted(_ opaque: String) -> String {
        "\"\(opaque)\""
    }

    static func isWeak(_ text: String) -> Bool {
        text.utf8.starts(with: "W/".utf8)
    }
}

extension TransferAnswer {
    /// The state of the file, as the answer's header tells it. Nextcloud's own field is out of reach of proxies that
    /// compress.
    var tag: String? {
        (self["oc-etag"] ?? self["etag"]).flatMap(EntityTag.opaque)
    }

    /// Of a write: a weak tag may still become another one.
    var strongTag: String? {
        self["oc-etag"] == nil && self["etag"].map(EntityTag.isWeak) == true ? nil : tag
    }
}
