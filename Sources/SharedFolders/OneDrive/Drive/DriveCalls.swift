import JSON

/// The requests to Graph that a folder needs, each as one function that knows which answers mean what. Waiting, looking
/// twice and deciding are the folder's affair (`OneDriveFolder`).
struct DriveCalls: Sendable {
    let account: OneDriveAccount

    /// 404 is not an error here: it proves nothing by itself.
    func item(
        _ address: ItemAddress, _ what: String, selecting: String = DriveItem.selection, fields: [(String, String)] = []
    ) async throws(FolderError) -> DriveItem? {
        let answer = try await ask("GET", address.path(query: selecting), fields: fields)
        if answer.status == 404 { return nil }
        guard answer.status == 200 else { throw GraphProblem(answer).folderError(what) }
        return try Self.item(answer)
    }

    /// `nil` for an address that serves no such thing (404). With `fail` an existing name is `changed`; what a missing
    /// body means is for the caller to look up: asking again would be refused.
    enum Made {
        case folder(DriveItem)
        case somewhere
        case nameTaken
        case parentMissing
    }

    func makeFolder(_ name: String, in parent: ItemAddress) async throws(FolderError) -> Made {
        var json = JSONWriter()
        json.object { json in
            json.member("name", name)
            json.key("folder")
            json.object { _ in }
            json.member("@microsoft.graph.conflictBehavior", "fail")
        }
        // Made twice it is there once: the second time says that the name is taken.
        let answer = try await ask("POST", parent.path("children"), json: json.bytes, .repeatableWrite)
        switch answer.status {
        case 200, 201: return DriveItem(answer.body).map { .folder($0) } ?? .somewhere
        case 404: return .parentMissing
        case 409, 412: return .nameTaken
        default: throw GraphProblem(answer).folderError(name)
        }
    }

    /// False for 404, which proves nothing by itself.
    func delete(_ id: String, in drive: String, _ what: String) async throws(FolderError) -> Bool {
        let answer = try await ask("DELETE", ItemAddress.item(id, in: drive).path(), .repeatableWrite)
        if answer.status == 404 { return false }
        guard [200, 204].contains(answer.status) else { throw GraphProblem(answer).folderError(what) }
        return true
    }

    func ask(
        _ method: String, _ path: String, json: [UInt8]? = nil, fields: [(String, String)] = [],
        _ kind: RequestKind = .read
    ) async throws(FolderError) -> TransferAnswer {
        do throws(RemoteFailure) {
            return try await send(method, path, body: json, type: "application/json", fields: fields, kind)
        } catch {
            throw error.folderError
        }
    }

    func send(
        _ method: String, _ path: String, body: [UInt8]?, type: String, fields: [(String, String)] = [],
        _ kind: RequestKind
    ) async throws(RemoteFailure) -> TransferAnswer {
        guard let address = account.settings.graph(path) else { throw .folder(.damaged("not an address of OneDrive")) }
        var fields = [("Accept", "application/json")] + fields
        if body != nil { fields.append(("Content-Type", type)) }
        let request = TransferRequest(
            method, address, fields: fields, body: body, bodyLimit: OneDriveLimits.answerBytes,
            deadline: body.map { $0.count > OneDriveLimits.errorPageBytes } == true
                ? TransferLimits.contentDeadline : TransferLimits.metadataDeadline)
        return try await account.ask(request, kind)
    }

    static func item(_ answer: TransferAnswer) throws(FolderError) -> DriveItem {
        guard let item = DriveItem(answer.body) else { throw unreadable }
        return item
    }

    static let unreadable = FolderError.unreachable("OneDrive gave an answer that can not be read")
}
