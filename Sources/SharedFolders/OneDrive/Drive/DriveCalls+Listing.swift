import JSON

extension DriveCalls {
    enum Listing {
        case items([DriveItem])
        /// 404, which proves nothing by itself.
        case missing
        /// 400 and the like, as for the list of a file.
        case refused(FolderError)
    }

    /// Every page. What others change meanwhile can make an item appear twice or not at all: the first is mended here,
    /// the second by the next listing.
    func children(of address: ItemAddress, _ what: String) async throws(FolderError) -> Listing {
        let query = "\(DriveItem.selection)&$top=\(OneDriveLimits.listedPage)"
        guard let first = account.settings.graph(address.path("children", query: query)) else { return .missing }
        for _ in 0...OneDriveLimits.listingRestarts {
            if let listing = try await pages(from: first, what) { return listing }
        }
        throw .unreachable("OneDrive's listing of \(what) ended in the middle, several times")
    }

    /// `nil`: a page's link is not good any more (410), and the listing must begin anew.
    private func pages(from first: WebAddress, _ what: String) async throws(FolderError) -> Listing? {
        var children = DriveChildren()
        var next = first
        var seen: Set<WebAddress> = []
        while true {
            guard seen.insert(next).inserted, seen.count <= OneDriveLimits.listedPages else {
                throw .unreachable("OneDrive's listing of \(what) does not come to an end")
            }
            let answer = try await page(next)
            if answer.status != 200 {
                guard next == first else { return try Self.broken(answer, what) }
                if answer.status == 404 { return .missing }
                let problem = GraphProblem(answer).folderError(what)
                if answer.status == 400 { return .refused(problem) }
                throw problem
            }
            guard let json = try? JSONValue(parsing: answer.body), let values = json["value"]?.array else {
                throw Self.unreadable
            }
            for value in values { if let item = DriveItem(value) { children.add(item) } }
            guard children.count <= FolderLimits.listedEntries else {
                throw .damaged("\(what) has more than \(FolderLimits.listedEntries) entries")
            }
            guard let link = json["@odata.nextLink"], !link.isNull else { return .items(report(children, what)) }
            // Opaque, and with the token in the header: only to where it belongs.
            guard let text = link.string, let address = WebAddress(text),
                address.origin == account.settings.graph.origin
            else { throw .unreachable("OneDrive's listing of \(what) leads to another host") }
            next = address
        }
    }

    private func page(_ address: WebAddress) async throws(FolderError) -> TransferAnswer {
        let request = TransferRequest(
            "GET", address, fields: [("Accept", "application/json")], bodyLimit: OneDriveLimits.answerBytes)
        do throws(RemoteFailure) {
            return try await account.ask(request, .read)
        } catch {
            throw error.folderError
        }
    }

    private static func broken(_ answer: TransferAnswer, _ what: String) throws(FolderError) -> Listing? {
        if [400, 404, 410].contains(answer.status) { return nil }
        throw GraphProblem(answer).folderError(what)
    }

    private func report(_ children: DriveChildren, _ what: String) -> [DriveItem] {
        for name in children.twins {
            account.report("OneDrive lists \(name) twice in \(what), in different spellings; one is ignored.")
        }
        return children.items
    }
}

/// The items of one folder, each once: one id is one item, and so is one name in whatever case.
struct DriveChildren {
    private(set) var items: [DriveItem] = []
    /// Names that were there already under another id.
    private(set) var twins: [String] = []
    private var places: [String: Int] = [:]
    private var names: [String: String] = [:]

    var count: Int { items.count }

    mutating func add(_ item: DriveItem) {
        if let place = places[item.id] {
            // The later page is the younger one.
            items[place] = item
        } else if names.updateValue(item.id, forKey: item.name.lowercased()) != nil {
            twins.append(item.name)
        } else {
            places[item.id] = items.count
            items.append(item)
        }
    }
}
