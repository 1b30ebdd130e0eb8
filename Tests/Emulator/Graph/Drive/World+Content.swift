/// A pre-authenticated address: for one file as it was, and for a short time.
struct DownloadTicket: Sendable {
    var name: String
    var content: [UInt8]
    var issued: Int64
    var uses = 0
}

/// Downloads: the redirect on Graph, and the host it leads to (section 2.5, rows D8–D10).
extension World {
    mutating func redirectToContent(_ call: Call) throws(Refusal) -> Answer {
        try call.allow([])
        let found = try find(call.route, call.caller, for: .read)
        guard !found.item.isFolder else { throw .notFound }
        let body = "<html><body>Object moved to <a>here</a>.</body></html>"
        var answer = switches.redirectBody == .html ? Answer.html(302, body) : Answer(302)
        answer.fields.append(("Location", ticket(found.item, in: drives[found.drive])))
        return answer
    }

    mutating func ticket(_ item: Item, in drive: Drive) -> String {
        let token = "y4m" + random.opaque(60)
        tickets[token] = DownloadTicket(name: item.name, content: item.content, issued: now)
        return (origins[.download] ?? "") + "/" + token + "/" + Percent.encode(item.name) + "?download&psid=1"
    }

    mutating func answerDownload(_ request: Request) -> Answer {
        let parts = request.path.split(separator: "/").map(String.init)
        if parts.count == 2, parts[0] == "upload" { return answerUpload(request, session: parts[1]) }
        guard request.method == "GET" else { return downloadFailure(405) }
        if request["authorization"] != nil {
            violations.append("the bearer token was sent to the download host")
            return downloadFailure(401)
        }
        for name in ["if-match", "if-none-match", "if-modified-since", "if-range", "prefer"] where request[name] != nil
        {
            violations.append("\(name) was sent to the download host")
            if switches.downloadsRefuseConditions { return downloadFailure(400) }
        }
        guard parts.count == 2, let ticket = tickets[parts[0]], Percent.decode(parts[1]) == ticket.name else {
            return downloadFailure(404)
        }
        tickets[parts[0]]?.uses += 1
        if now - ticket.issued > Int64(switches.downloadLife) * 1000 {
            return downloadFailure(switches.expiredDownload.rawValue)
        }
        if switches.downloadsFailOnce && ticket.uses == 0 { return downloadFailure(401) }
        return part(of: ticket, request["range"])
    }

    private func downloadFailure(_ status: Int) -> Answer {
        let text = "<?xml version=\"1.0\" encoding=\"utf-8\"?><error><code>\(Refusal.code(status))</code></error>"
        return Answer(status, [("Content-Type", "text/xml")], body: Array(text.utf8))
    }

    /// The whole file, or the range asked for (RFC 9110 section 14). The ETag is the storage's own.
    private func part(of ticket: DownloadTicket, _ range: String?) -> Answer {
        let size = ticket.content.count
        let fields = [
            ("Content-Type", "application/octet-stream"), ("Accept-Ranges", "bytes"),
            ("ETag", "\"0x8D\(QuickXorHash.base64(Array(ticket.name.utf8)).prefix(12))\""),
            ("Content-Disposition", "attachment; filename=\"download\""), ("Cache-Control", "private"),
        ]
        guard let range, switches.downloadsHonourRange else { return Answer(200, fields, body: ticket.content) }
        guard let bounds = Self.bounds(range, size: size) else {
            var answer = downloadFailure(416)
            answer.fields.append(("Content-Range", "bytes */\(size)"))
            return answer
        }
        let said = ("Content-Range", "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/\(size)")
        return Answer(206, fields + [said], body: Array(ticket.content[bounds]))
    }

    /// One range of bytes; nil when nothing of it is there.
    private static func bounds(_ text: String, size: Int) -> Range<Int>? {
        guard text.hasPrefix("bytes=") else { return nil }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let count = Int(ends[1]), count > 0, size > 0 else { return nil }
            return max(0, size - count)..<size
        }
        guard let first = Int(ends[0]), first < size else { return nil }
        guard let last = ends[1].isEmpty ? size - 1 : Int(ends[1]), last >= first else { return nil }
        return first..<min(last + 1, size)
    }
}
