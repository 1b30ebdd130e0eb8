extension DriveCalls {
    enum Fetched {
        case bytes([UInt8])
        /// The address is not good any more, or gave something that is not the file: with a fresh one it may be.
        case stale(FolderError)
    }

    /// A file's bytes, from the host that keeps them: another origin, which is shown no token and no condition, and whose
    /// tags mean nothing to Graph.
    func content(of item: DriveItem, in drive: String, _ what: String) async throws(FolderError) -> Fetched {
        if item.size == 0 { return .bytes([]) }
        guard let address = try await contentAddress(of: item, in: drive, what) else { return .stale(.missing) }
        var answer = try await fetch(address, size: item.size)
        // One step more, and only to a host that is listed as well.
        if (300..<400).contains(answer.status) {
            answer = try await fetch(try redirect(of: answer, from: address), size: item.size)
        }
        switch answer.status {
        case 200:
            let isPlain = answer["content-encoding"].map { $0.lowercased() == "identity" } ?? true
            guard isPlain, answer.body.count == item.size,
                item.quickXorHash.map({ $0 == QuickXorHash.base64(answer.body) }) ?? true
            else {
                return .stale(.unreachable("\(address.host) gave something else than \(what)"))
            }
            return .bytes(answer.body)
        case 401, 403: return .stale(.denied("\(address.host) does not give out \(what)"))
        default: return .stale(.unreachable("\(address.host) answered with status \(answer.status) for \(what)"))
        }
    }

    private func fetch(_ address: WebAddress, size: Int) async throws(FolderError) -> TransferAnswer {
        guard account.settings.downloadHosts.allow(address) else { throw Self.unlisted(address) }
        let request = TransferRequest(
            "GET", address, bodyLimit: max(size, OneDriveLimits.errorPageBytes),
            deadline: TransferLimits.contentDeadline)
        do throws(RemoteFailure) {
            return try await account.remote.send(request, .read)
        } catch {
            throw error.folderError
        }
    }

    private func contentAddress(
        of item: DriveItem, in drive: String, _ what: String
    ) async throws(FolderError) -> WebAddress? {
        if let address = item.downloadURL { return address }
        let path = ItemAddress.item(item.id, in: drive).path("content")
        let answer = try await ask("GET", path)
        if answer.status == 404 { return nil }
        guard (300..<400).contains(answer.status), let graph = account.settings.graph(path) else {
            throw GraphProblem(answer).folderError(what)
        }
        return try redirect(of: answer, from: graph)
    }

    private func redirect(of answer: TransferAnswer, from address: WebAddress) throws(FolderError) -> WebAddress {
        guard let target = answer.redirect.flatMap({ address.resolving($0) }), target != address else {
            throw .unreachable("\(address.host) sends to nowhere (status \(answer.status))")
        }
        guard account.settings.downloadHosts.allow(target) else { throw Self.unlisted(target) }
        return target
    }

    private static func unlisted(_ address: WebAddress) -> FolderError {
        .denied(
            "OneDrive keeps files on \(address.origin), which is not among this server's download hosts: if it belongs to "
                + "Microsoft, add it to SPLITCLONE_ONEDRIVE_DOWNLOAD_HOSTS")
    }

    enum Put {
        case written(DriveItem)
        /// 409 or 412: something there is not as expected, or the service only says so.
        case conflict
        /// 404: no such folder or file, not yet, or no permission to write.
        case missing
        /// Nobody knows whether it happened.
        case unknown(FolderError)
    }

    enum PutMode: Equatable {
        case replace
        /// `conflictBehavior=fail`: only where there is nothing.
        case create
        case ifMatch(String)
    }

    func put(
        _ bytes: [UInt8], to address: ItemAddress, _ mode: PutMode, _ what: String
    ) async throws(FolderError) -> Put {
        let query = mode == .create ? "@microsoft.graph.conflictBehavior=fail" : nil
        var fields: [(String, String)] = []
        if case .ifMatch(let etag) = mode { fields.append(("If-Match", etag)) }
        let answer: TransferAnswer
        do throws(RemoteFailure) {
            answer = try await send(
                "PUT", address.path("content", query: query), body: bytes, type: "application/octet-stream",
                fields: fields, .write)
        } catch {
            if case .outcomeUnknown = error { return .unknown(error.folderError) }
            throw error.folderError
        }
        switch answer.status {
        case 200, 201:
            // Written, but what exactly is not said: look at it.
            guard let item = DriveItem(answer.body), item.tag != nil, item.size == bytes.count else {
                return .unknown(Self.unreadable)
            }
            return .written(item)
        case 404: return .missing
        case 409, 412: return .conflict
        default:
            let problem = GraphProblem(answer)
            // Some drives give tags without the quotation marks that others want to see (RFC 9110 section 8.8.3).
            if case .ifMatch(let tag) = mode, problem.codes.contains("malformedentitytag"), !tag.hasPrefix("\"") {
                return try await put(bytes, to: address, .ifMatch("\"\(tag)\""), what)
            }
            throw problem.folderError(what)
        }
    }
}
