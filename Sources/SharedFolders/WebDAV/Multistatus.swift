/// What a server says of several resources at once (RFC 4918 13), as far as we ask: bytes in, entries out.
package enum Multistatus {
    /// One `response` element. Properties that the server could not give are absent.
    package struct Entry: Equatable {
        /// As written, percent-encoded; a path or a whole address.
        var href = ""
        /// Of the resource as a whole, where the server gave one instead of properties.
        var status: Int?
        var isCollection = false
        var tag: String?
        var length: Int?
        var modified: String?
    }

    package enum Failure: Error, Equatable {
        /// Not well-formed: cut short, or a page of another kind.
        case malformed
        /// A document type, which could define entities. None is needed, so none is read.
        case documentType
        /// Deeper, or with longer texts, than any server needs.
        case excessive
        /// XML, but of another kind.
        case notMultistatus
    }

    package static func read(_ bytes: [UInt8]) throws(Failure) -> [Entry] {
        let builder = MultistatusBuilder()
        do throws(XMLScan.Failure) {
            try XMLScan.read(bytes, builder)
        } catch {
            switch error {
            case .malformed: throw builder.isOther ? .notMultistatus : .malformed
            case .documentType: throw .documentType
            case .excessive: throw .excessive
            }
        }
        guard !builder.isOther else { throw .notMultistatus }
        return builder.entries
    }
}

/// Collects entries while the document goes by.
private final class MultistatusBuilder: XMLScan.Receiver {
    private enum Element: String {
        case multistatus, response, href, status, propstat, prop, resourcetype, collection, getetag
        case getcontentlength, getlastmodified

        /// Whose text is wanted.
        var isLeaf: Bool {
            switch self {
            case .href, .status, .getetag, .getcontentlength, .getlastmodified: true
            default: false
            }
        }
    }

    private(set) var entries: [Multistatus.Entry] = []
    /// The document is not a multistatus.
    private(set) var isOther = false

    private var open: [Element?] = []
    private var entry = Multistatus.Entry()
    /// What the current `propstat` says, until its status tells whether it counts.
    private var found = Multistatus.Entry()
    private var foundStatus: Int?

    func start(_ name: String, in space: String) -> XMLScan.Wish {
        let element = space == "DAV:" ? Element(rawValue: name) : nil
        if open.isEmpty, element != .multistatus {
            isOther = true
            return .nothing
        }
        switch element {
        case .response where open.count == 1:
            guard entries.count < FolderLimits.listedEntries else { return .stop }
            entry = Multistatus.Entry()
        case .propstat where isOpen(.response, at: 1) && open.count == 2:
            found = Multistatus.Entry()
            foundStatus = nil
        case .collection where open.last == .resourcetype && isProperty(depth: 5): found.isCollection = true
        default: break
        }
        open.append(element)
        return element?.isLeaf == true ? .text : .nothing
    }

    func end(_ text: String) {
        guard let element = open.popLast() else { return }
        switch element {
        case .response where open.count == 1: entries.append(entry)
        case .href where isOpen(.response, at: 1) && open.count == 2: entry.href = text.trimmed
        case .status where isOpen(.response, at: 1) && open.count == 2: entry.status = Self.status(text)
        case .status where isOpen(.propstat, at: 2) && open.count == 3: foundStatus = Self.status(text)
        case .propstat where isOpen(.response, at: 1) && open.count == 2: takeProperties()
        case .getetag where isProperty(depth: 4): found.tag = text.trimmed.isEmpty ? nil : text.trimmed
        case .getcontentlength where isProperty(depth: 4):
            found.length = Int(text.trimmed).flatMap { $0 < 0 ? nil : $0 }
        case .getlastmodified where isProperty(depth: 4): found.modified = text.trimmed.isEmpty ? nil : text.trimmed
        default: break
        }
    }

    /// Several may count, each with some of the properties.
    private func takeProperties() {
        guard foundStatus == nil || foundStatus == 200 else { return }
        entry.isCollection = entry.isCollection || found.isCollection
        entry.tag = found.tag ?? entry.tag
        entry.length = found.length ?? entry.length
        entry.modified = found.modified ?? entry.modified
    }

    private func isOpen(_ element: Element, at depth: Int) -> Bool {
        depth < open.count && open[depth] == element
    }

    private func isProperty(depth: Int) -> Bool {
        isOpen(.response, at: 1) && isOpen(.propstat, at: 2) && isOpen(.prop, at: 3) && open.count == depth
    }

    /// `HTTP/1.1 404 Not Found`
    private static func status(_ text: String) -> Int? {
        let words = text.split { $0.isWhitespace }
        return words.count >= 2 && words[0].hasPrefix("HTTP/") ? Int(words[1]) : nil
    }
}

extension String {
    /// Without the white space of an indented document.
    fileprivate var trimmed: String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
        let start = utf8.drop(while: isSpace)
        guard let last = start.lastIndex(where: { !isSpace($0) }) else { return "" }
        return String(self[start.startIndex...last])
    }
}
