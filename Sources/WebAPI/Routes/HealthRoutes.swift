import Accounts
import Bookkeeping
import HTTPServer
import JSON

/// For whoever watches over the server, and for programs that want to know the API.
enum HealthRoutes {
    @Sendable static func health(_ call: Call) async throws -> Answer {
        status("ok", call)
    }

    /// 503 until the store can be written to. Whoever asks on this very machine, as the doctor does, also hears which
    /// addresses forward requests without being trusted.
    @Sendable static func ready(_ call: Call) async throws -> Answer {
        try await call.books.checkReady()
        guard call.request.peer.ip.isLoopback, !ForwardingWatch.isForwarded(call.head) else {
            return status("ready", call)
        }
        return status("ready", call) { json in
            json.member("untrustedProxies", each: call.api.forwardings.addresses) { json, address in
                json.value(address.description)
            }
        }
    }

    @Sendable static func describe(_ call: Call) async throws -> Answer {
        try call.refuseQuery()
        return Answer(.ok, .json(call.api.description))
    }

    /// For Prometheus, where the settings ask for it.
    @Sendable static func metrics(_ call: Call, _ caller: Caller) async throws -> Answer {
        try call.refuseQuery()
        guard let metrics = call.api.settings.metrics else { throw Problem.notFound }
        var text = await metrics()
        call.api.tally?.write(to: &text)
        text.gauge(
            "splitclone_http_untrusted_proxies", "Addresses that forward requests and are not trusted.",
            call.api.forwardings.addresses.count)
        return Answer(.ok, .other(contentType: MetricsText.contentType, Array(text.text.utf8))).secret
    }

    private static func status(
        _ word: String, _ call: Call, more: (inout JSONWriter) -> Void = { _ in }
    ) -> Answer {
        .object { json in
            json.member("status", word)
            json.member("version", call.api.settings.version)
            more(&json)
        }
    }
}
