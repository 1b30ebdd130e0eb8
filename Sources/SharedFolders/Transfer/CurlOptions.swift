internal import CCurl

/// Sets the options of an easy handle, and notes whether libcurl took each of them.
struct CurlOptions {
    private let easy: UnsafeMutableRawPointer
    private(set) var areAccepted = true

    init(_ easy: UnsafeMutableRawPointer) {
        self.easy = easy
    }

    mutating func set(_ settings: TransferSettings) {
        set(CURLOPT_NOSIGNAL, 1)
        // A look-up that hangs is left to itself when its exchange ends, instead of being waited for.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_FAILONERROR, 0)
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, settings.comparesNames ? 2 : 0)
        set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_BUFFERSIZE, TransferLimits.receiveBytes)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_MAXAGE_CONN, TransferLimits.idleConnectionSeconds)
        set(CURLOPT_MAXLIFETIME_CONN, TransferLimits.connectionLifetimeSeconds)
        set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeout.wholeMilliseconds)
        set(CURLOPT_LOW_SPEED_LIMIT, settings.stalledBytesPerSecond)
        set(CURLOPT_LOW_SPEED_TIME, settings.stalledSeconds)
        set(CURLOPT_USERAGENT, settings.userAgent)
        if let file = settings.certificateAuthorities {
            set(CURLOPT_CAINFO, file)
            // The system's directory of them would be looked into beside the file.
            note(curl_easy_set_text(easy, CURLOPT_CAPATH, nil))
        }
    }

    mutating func set(_ request: TransferRequest) {
        set(CURLOPT_URL, request.address.text)
        let scheme = request.address.isSecure ? "https" : "http"
        set(CURLOPT_PROTOCOLS_STR, scheme)
        set(CURLOPT_REDIR_PROTOCOLS_STR, scheme)
        // The environment's proxy, if any, is for other machines.
        if request.address.isLoopback { set(CURLOPT_NOPROXY, "*") }
        set(CURLOPT_TIMEOUT_MS, request.deadline.wholeMilliseconds)
        if let body = request.body {
            // The body is read, and can not be rewound: libcurl would send a request again on its own when a kept
            // connection turns out dead, and a write must not happen twice.
            set(CURLOPT_POST, 1)
            note(curl_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, body.count))
        } else if request.method == "HEAD" {
            set(CURLOPT_NOBODY, 1)
        } else if request.method != "GET" {
            // Without a body it would be sent again as well: only a connection that was never used prevents it.
            set(CURLOPT_FRESH_CONNECT, 1)
        }
        if request.method != "HEAD" { set(CURLOPT_CUSTOMREQUEST, request.method) }
    }

    /// The list must live as long as the exchange; the caller frees it.
    mutating func setFields(of request: TransferRequest) -> UnsafeMutablePointer<curl_slist>? {
        // No field, where libcurl would add one of its own.
        var lines = ["Expect:"]
        if request.body != nil, !request.fields.contains(where: { $0.name.lowercased() == "content-type" }) {
            lines.append("Content-Type:")
        }
        lines += request.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines {
            guard let longer = curl_slist_append(list, line) else {
                areAccepted = false
                break
            }
            list = longer
        }
        note(curl_easy_set_list(easy, CURLOPT_HTTPHEADER, list))
        return list
    }

    /// The sockets outlive the exchange: a connection is closed long after the request that opened it.
    mutating func setCallbacks(of exchange: CurlExchange, _ sockets: CurlSockets) {
        let context = Unmanaged.passUnretained(exchange).toOpaque()
        let socketContext = Unmanaged.passUnretained(sockets).toOpaque()
        note(curl_easy_set_pointer(easy, CURLOPT_OPENSOCKETDATA, socketContext))
        note(curl_easy_set_pointer(easy, CURLOPT_CLOSESOCKETDATA, socketContext))
        note(curl_easy_set_open_socket(easy, CurlSockets.opens))
        note(curl_easy_set_close_socket(easy, CurlSockets.closes))
        note(curl_easy_set_pointer(easy, CURLOPT_PREREQDATA, context))
        note(curl_easy_set_prerequest(easy, CurlExchange.beforeRequest))
        note(curl_easy_set_pointer(easy, CURLOPT_HEADERDATA, context))
        note(curl_easy_set_pointer(easy, CURLOPT_WRITEDATA, context))
        note(curl_easy_set_pointer(easy, CURLOPT_READDATA, context))
        note(curl_easy_set_callback(easy, CURLOPT_HEADERFUNCTION, CurlExchange.takesHeader))
        note(curl_easy_set_callback(easy, CURLOPT_WRITEFUNCTION, CurlExchange.takesBody))
        note(curl_easy_set_callback(easy, CURLOPT_READFUNCTION, CurlExchange.givesBody))
    }

    private mutating func set(_ option: CURLoption, _ number: Int) {
        note(curl_easy_set_number(easy, option, number))
    }

    private mutating func set(_ option: CURLoption, _ text: String) {
        note(curl_easy_set_text(easy, option, text))
    }

    private mutating func note(_ code: CURLcode) {
        if code != CURLE_OK { areAccepted = false }
    }
}

extension Duration {
    /// At least one: libcurl takes 0 for "no limit".
    var wholeMilliseconds: Int {
        let parts = components
        let seconds = min(max(0, parts.seconds), 1_000_000)
        return max(1, Int(seconds) * 1000 + Int(parts.attoseconds / 1_000_000_000_000_000))
    }
}
