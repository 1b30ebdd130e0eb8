/// What a server was seen to do (`WebDAVProbe`); what it says of itself proves nothing.
package struct WebDAVCapabilities: Equatable, Sendable {
    /// What tells that a file's content changed.
    package enum Tags: String, Sendable {
        /// The server's own tags: another one for every content, and the same ones in listings and with the file.
        case server
        /// Length and time of the last change; of a file that has just changed, the content.
        case stamps
        /// Nothing but the content.
        case content
    }

    package var tags = Tags.stamps
    /// `If-None-Match: *` on PUT is honoured.
    package var createsOnce = false
    /// `Overwrite: F` on MOVE is honoured.
    package var movesOnce = false
    /// `If-Match` on PUT is honoured.
    package var replacesKnown = false
    /// `If-Match` on DELETE is honoured.
    package var deletesKnown = false
    /// PUT answers with the tag under which the file is listed.
    package var answersTag = false
    /// A directory has a tag that changes with everything below it.
    package var marksDirectories = false

    /// Of a server that could not be asked: it is believed nothing.
    package init() {}
}

extension WebDAVCapabilities {
    private static var flags: [(name: String, path: WritableKeyPath<WebDAVCapabilities, Bool>)] {
        [
            ("creates-once", \.createsOnce), ("moves-once", \.movesOnce), ("replaces-known", \.replacesKnown),
            ("deletes-known", \.deletesKnown), ("answers-tag", \.answersTag), ("marks-directories", \.marksDirectories),
        ]
    }

    /// To keep with the settings: `tags=server creates-once …`.
    package var text: String {
        (["tags=\(tags.rawValue)"] + Self.flags.filter { self[keyPath: $0.path] }.map(\.name)).joined(separator: " ")
    }

    /// `nil` for what another version wrote: ask the server again.
    package init?(text: String) {
        let words = text.split(separator: " ")
        guard let first = words.first, first.hasPrefix("tags="), let tags = Tags(rawValue: String(first.dropFirst(5)))
        else { return nil }
        self.tags = tags
        for word in words.dropFirst() {
            guard let flag = Self.flags.first(where: { $0.name == word }) else { return nil }
            self[keyPath: flag.path] = true
        }
    }
}
