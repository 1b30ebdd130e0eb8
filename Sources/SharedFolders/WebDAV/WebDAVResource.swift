/// One file or directory as a listing shows it.
package struct WebDAVResource: Equatable {
    package let name: String
    let isCollection: Bool
    /// The opaque part of the server's tag.
    let tag: String?
    let length: Int?
    /// Seconds since 1970, by the server's clock.
    let modified: Int64?
}

/// The answer to a PROPFIND: the resource that was asked for, and with depth 1 what is in it.
package struct WebDAVListing {
    private(set) var itself: WebDAVResource?
    package private(set) var members: [WebDAVResource] = []
    /// What writers have not finished, or left behind.
    private(set) var temporaries: [WebDAVResource] = []
    /// There is more in it than can be named, or than the server tells of.
    private(set) var hasOthers = false
    /// The status of the resource that was asked for, where that is what the server says of it.
    private(set) var refusal: Int?
    /// Seconds since 1970, by the server's clock.
    let now: Int64?

    /// Resources are told apart by their decoded paths: everybody encodes in a way of his own, and whether the whole
    /// address is there, or the last slash, is anyone's guess. What is not directly below the collection is left out.
    package init(_ entries: [Multistatus.Entry], of address: WebAddress, now: Int64?) {
        self.now = now
        let asked = Self.names(of: address)
        for entry in entries {
            guard let place = address.resolving(entry.href), let names = Self.names(of: place) else {
                hasOthers = true
                continue
            }
            let isThere = entry.status == nil || entry.status == 200
            if names == asked {
                if isThere { itself = WebDAVResource(entry, name: names.last ?? "") } else { refusal = entry.status }
            } else if let name = names.last, names.dropLast() == asked?[...] {
                if isThere { add(WebDAVResource(entry, name: name)) } else if entry.status != 404 { hasOthers = true }
            }
        }
    }

    private mutating func add(_ member: WebDAVResource) {
        if RelativePath.isSafe(member.name) {
            members.append(member)
        } else if TemporaryName.isOne(member.name) {
            temporaries.append(member)
        } else {
            hasOthers = true
        }
    }

    private static func names(of address: WebAddress) -> [String]? {
        var names: [String] = []
        for segment in address.path.utf8.split(separator: UInt8(ascii: "/")) {
            guard let name = WebAddress.decoded(Substring(segment)) else { return nil }
            names.append(name)
        }
        return names
    }
}

extension WebDAVResource {
    fileprivate init(_ entry: Multistatus.Entry, name: String) {
        self.init(
            name: name, isCollection: entry.isCollection, tag: entry.tag.flatMap(EntityTag.opaque),
            length: entry.length,
            modified: entry.modified.flatMap(Self.seconds))
    }

    static func seconds(_ date: String) -> Int64? {
        HTTPDate.seconds(date, now: 0)
    }
}
