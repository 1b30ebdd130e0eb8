internal import CCurl

extension TransferFailure {
    /// What libcurl's result means; `easy` is asked how far the exchange came.
    init(_ code: CURLcode, _ easy: UnsafeMutableRawPointer, _ host: String) {
        let reason = String(cString: curl_easy_strerror(code))
        let text = "\(host): \(reason)"
        switch code {
        case CURLE_URL_MALFORMAT, CURLE_BAD_FUNCTION_ARGUMENT:
            self = .badRequest(text)
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            self = .unresolved(text)
        case CURLE_COULDNT_CONNECT, CURLE_PROXY:
            self = .unconnected(text)
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CIPHER,
            CURLE_SSL_CERTPROBLEM:
            self = .insecure(text)
        case CURLE_SSL_CONNECT_ERROR:
            // A connection that broke during the handshake says nothing about certificates.
            self = Self.number(CURLINFO_OS_ERRNO, easy) == 0 ? .insecure(text) : .unconnected(text)
        // libcurl's own cap on one header line.
        case CURLE_OUT_OF_MEMORY:
            self = .tooLong("\(host) sent a header line that is too long")
        case CURLE_OPERATION_TIMEDOUT:
            self = Self.number(CURLINFO_REQUEST_SIZE, easy) == 0 ? .unconnected(text) : .timedOut(text)
        default:
            self = Self.proxyRefusal(easy, host) ?? .cut(text)
        }
    }

    private static func proxyRefusal(_ easy: UnsafeMutableRawPointer, _ host: String) -> TransferFailure? {
        let status = number(CURLINFO_HTTP_CONNECTCODE, easy)
        guard status >= 300 else { return nil }
        return .unconnected("\(host): the proxy refused with status \(status)")
    }

    private static func number(_ question: CURLINFO, _ easy: UnsafeMutableRawPointer) -> Int {
        var answer = 0
        curl_easy_get_number(easy, question, &answer)
        return answer
    }
}
