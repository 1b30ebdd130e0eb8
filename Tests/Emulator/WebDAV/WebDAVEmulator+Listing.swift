import Foundation

extension WebDAVEmulator {
    func list(_ names: [String], _ request: Request, _ world: World) -> Answer {
        guard let depth = request.fields["depth"] ?? (customs.needsDepth ? nil : "1") else {
            return Answer(status: 403)
        }
        guard let itself = world.entries[names] else { return Answer(status: 404) }
        var responses = world.entries.filter {
            depth == "1" && $0.key.count == names.count + 1 && $0.key.starts(with: names)
        }
        .sorted { $0.key[names.count] < $1.key[names.count] }
        .map { response($0.key, $0.value) }
        responses.insert(response(names, itself), at: customs.listsItselfLast ? responses.count : 0)
        let space = customs.prefix.isEmpty ? "xmlns" : "xmlns:\(customs.prefix.dropLast())"
        let text = """
            <?xml version="1.0" encoding="utf-8"?>
            <\(customs.prefix)multistatus \(space)="DAV:">\(responses.joined(separator: "\n"))</\(customs.prefix)multistatus>
            """
        return Answer(status: 207, fields: [("Content-Type", "application/xml; charset=utf-8")], body: Array(text.utf8))
    }

    private func response(_ names: [String], _ entry: Entry) -> String {
        func element(_ name: String, _ content: String) -> String {
            content.isEmpty
                ? "<\(customs.prefix)\(name)/>" : "<\(customs.prefix)\(name)>\(content)</\(customs.prefix)\(name)>"
        }
        func group(_ properties: [String], _ status: String) -> String {
            element("propstat", element("prop", properties.joined()) + element("status", "HTTP/1.1 \(status)"))
        }
        var properties: [String] = []
        var missing: [String] = []
        var isDirectory = false
        switch entry.node {
        case .directory:
            isDirectory = true
            properties.append(element("resourcetype", element("collection", "")))
            missing.append(element("getcontentlength", ""))
        case .file(let bytes):
            properties += [element("resourcetype", ""), element("getcontentlength", "\(bytes.count)")]
        }
        if !isDirectory || customs.marksDirectories, let tag = spelled(entry, customs.listedTag) {
            properties.append(element("getetag", tag.replacing("\"", with: "&quot;")))
        } else {
            missing.append(element("getetag", ""))
        }
        if customs.tellsModified { properties.append(element("getlastmodified", Self.date(entry.modified))) }
        let groups =
            customs.splitsProperties
            ? properties.map { group([$0], "200 OK") } + [group(missing, "404 Not Found")]
            : [group(properties, "200 OK"), group(missing, "404 Not Found")]
        return element("response", "\n " + element("href", href(names, isDirectory)) + groups.joined() + "\n")
    }

    private func href(_ names: [String], _ isDirectory: Bool) -> String {
        var allowed = CharacterSet.alphanumerics
        allowed.insert(charactersIn: "-._")
        let path = names.map { "/" + ($0.addingPercentEncoding(withAllowedCharacters: allowed) ?? $0) }.joined()
        let slash = isDirectory && customs.address != .withoutSlash ? "/" : ""
        return switch customs.address {
        case .path, .withoutSlash: path + slash
        // By the name that a proxy in front knows the server by.
        case .whole: "http://files.internal:8080" + path + slash
        case .lowercaseEscapes:
            path.replacing(#/%[0-9A-F]{2}/#) { $0.output.lowercased() } + slash
        }
    }
}
