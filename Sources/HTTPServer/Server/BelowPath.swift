/// An application below a path: it is asked as if it stood at the top. A proxy before it passes addresses on as they are,
/// with the path; whoever asks for anything else is told where to look.
package struct BelowPath: Application {
    let base: RootPath
    let application: any Application

    package init(_ base: RootPath, _ application: any Application) {
        self.base = base
        self.application = application
    }

    package func serves(host: String) -> Bool { application.serves(host: host) }

    package func admit(_ head: RequestHead, from peer: PeerAddress, id: RequestID) -> Admission {
        guard let inner = head.below(base) else { return .refuse(elsewhere(head)) }
        return application.admit(inner, from: peer, id: id)
    }

    package func respondNow(to request: Request) -> Response? {
        guard let inner = request.below(base) else { return elsewhere(request.head) }
        return application.respondNow(to: inner)
    }

    package func respond(to request: Request) async -> Response {
        guard let inner = request.below(base) else { return elsewhere(request.head) }
        return await application.respond(to: inner)
    }

    package func response(to problem: WireProblem, path: String?, id: RequestID) -> Response? {
        guard let path else { return application.response(to: problem, path: nil, id: id) }
        // What lies elsewhere is nobody's: the server's own line of text says enough.
        guard let count = base.prefix(of: path.utf8) else { return nil }
        let inner = String(decoding: path.utf8.dropFirst(count), as: UTF8.self)
        return application.response(to: problem, path: inner, id: id)
    }

    package func finished(_ exchange: Exchange) { application.finished(exchange) }

    package func trouble(_ sentence: String) { application.trouble(sentence) }

    /// The path without its slash leads to the app. Nothing else is redirected: behind a proxy that takes the path away
    /// that would go round in circles.
    private func elsewhere(_ head: RequestHead) -> Response {
        guard head.path == base.text, head.method == .get else {
            return .text(
                .notFound, "SplitClone is at \(base.start) here. A proxy has to pass this path on (--base-path).")
        }
        var response = Response.text(308, "SplitClone is at \(base.start) here.")
        response.fields.append("Location", base.start + (head.query.map { "?" + $0 } ?? ""))
        return response
    }
}

extension Request {
    fileprivate func below(_ base: RootPath) -> Request? {
        head.below(base).map { Request(head: $0, body: body, peer: peer, id: id) }
    }
}

extension RequestHead {
    /// The same head with a path that begins behind the base; `nil`: it does not lie below. `*` belongs to everybody.
    fileprivate func below(_ base: RootPath) -> RequestHead? {
        path == "*" ? self : base.prefix(of: layout.bytes[layout.path]).map(skipping)
    }
}
