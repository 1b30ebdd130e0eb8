internal import CCurl

/// Whom transfers trust.
package enum CertificateAuthorities {
    /// The file that libcurl was built to look into; `nil` when it looks elsewhere.
    package static let place: String? = {
        guard let easy = curl_easy_init() else { return nil }
        defer { curl_easy_cleanup(easy) }
        var place: UnsafeMutablePointer<CChar>?
        guard curl_easy_get_text(easy, CURLINFO_CAINFO, &place) == CURLE_OK else { return nil }
        return place.map { String(cString: $0) }
    }()
}
