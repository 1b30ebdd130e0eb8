/// A file, a folder, or a placeholder for something in another drive.
struct Item: Sendable {
    let id: String
    let guid: String
    var name: String
    var parent: String?
    let isFolder: Bool
    private(set) var content: [UInt8]
    var eTagNumber = 1
    var cTagNumber = 1
    let created: Int64
    var modified: Int64
    /// Settable by PATCH, as text.
    var fileSystemModified: String?
    var fileSystemCreated: String?
    /// Every content that was ever put (D24): what counts against the quota.
    var versions: [Int] = []
    /// Successful writes of content since it exists.
    var puts = 0
    /// The target of a shortcut.
    var remote: (drive: String, item: String)?

    // Lag, as the number of the last request to Graph that does not see it yet.
    var hiddenByPath = 0
    var hiddenByID = 0
    var closedToUploads = 0
    /// Listings that answer 404, and then listings that are empty.
    var listingsNotFound = 0
    var listingsEmpty = 0
    private(set) var quickXorHash: String

    init(id: String, guid: String, name: String, isFolder: Bool, content: [UInt8], time: Int64) {
        self.id = id
        self.guid = guid
        self.name = name
        self.isFolder = isFolder
        self.content = content
        quickXorHash = QuickXorHash.base64(content)
        created = time
        modified = time
        if !isFolder {
            versions = [content.count]
            puts = 1
        }
    }

    /// With the quotation marks that are a part of it.
    var eTag: String { "\"{\(guid)},\(eTagNumber)\"" }
    var cTag: String { "\"c:{\(guid)},\(cTagNumber)\"" }

    /// New content for a file that is there: another version, the same id.
    mutating func replace(_ bytes: [UInt8], time: Int64) {
        content = bytes
        quickXorHash = QuickXorHash.base64(bytes)
        eTagNumber += 1
        cTagNumber += 1
        modified = time
        versions.append(bytes.count)
        puts += 1
    }
}

/// Names are one when they differ in case only; nothing else is folded, Unicode forms neither (section 6.1).
struct FoldedName: Hashable, Comparable, Sendable {
    private let bytes: [UInt8]

    init(_ name: String) { bytes = Array(name.lowercased().utf8) }

    static func < (one: FoldedName, other: FoldedName) -> Bool { one.bytes.lexicographicallyPrecedes(other.bytes) }
}

/// One drive: a tree of items.
struct Drive: Sendable {
    let id: String
    let kind: AccountKind
    let owner: User.Name
    var root = ""
    private(set) var items: [String: Item] = [:]
    private var children: [String: [FoldedName: String]] = [:]

    init(id: String, kind: AccountKind, owner: User.Name) {
        self.id = id
        self.kind = kind
        self.owner = owner
    }

    /// Bytes of all versions of all files.
    var used: Int { items.values.reduce(0) { $0 + $1.versions.reduce(0, +) } }

    subscript(id: String) -> Item? { items[id] }

    func child(_ name: String, of parent: String) -> Item? { children[parent]?[FoldedName(name)].flatMap { items[$0] } }

    /// In the order of the folded names.
    func children(of parent: String) -> [Item] {
        (children[parent] ?? [:]).sorted { $0.key < $1.key }.compactMap { items[$0.value] }
    }

    func childCount(_ parent: String) -> Int { children[parent]?.count ?? 0 }

    /// The items from the one named up to the root.
    func ancestors(of id: String) -> [String] {
        var chain: [String] = []
        var next: String? = id
        while let id = next, let item = items[id] {
            chain.append(id)
            next = item.parent
        }
        return chain
    }

    /// The names from the root down, without the root's.
    func path(of id: String) -> [String] { ancestors(of: id).dropLast().reversed().compactMap { items[$0]?.name } }

    /// The sizes of everything in a folder together.
    func size(of item: Item) -> Int {
        item.isFolder ? children(of: item.id).reduce(0) { $0 + size(of: $1) } : item.content.count
    }

    mutating func insert(_ item: Item, below parent: String?) {
        var item = item
        item.parent = parent
        items[item.id] = item
        if let parent {
            children[parent, default: [:]][FoldedName(item.name)] = item.id
            touch(parent)
        }
    }

    mutating func change(_ id: String, _ change: (inout Item) -> Void) {
        guard var item = items.removeValue(forKey: id) else { return }
        change(&item)
        items[id] = item
        if let parent = item.parent { touch(parent) }
    }

    /// Changes what a client cannot see in any tag.
    mutating func note(_ id: String, _ change: (inout Item) -> Void) {
        guard var item = items.removeValue(forKey: id) else { return }
        change(&item)
        items[id] = item
    }

    mutating func rename(_ id: String, to name: String, below parent: String) {
        guard let item = items[id], let old = item.parent else { return }
        children[old]?[FoldedName(item.name)] = nil
        touch(old)
        children[parent, default: [:]][FoldedName(name)] = id
        change(id) { item in
            item.name = name
            item.parent = parent
            item.eTagNumber += 1
        }
    }

    /// With everything below it.
    mutating func remove(_ id: String) {
        guard let item = items[id] else { return }
        for child in children(of: id) { remove(child.id) }
        children[id] = nil
        items[id] = nil
        guard let parent = item.parent else { return }
        children[parent]?[FoldedName(item.name)] = nil
        touch(parent)
    }

    /// A folder's cTag tells of everything below on a personal drive, of nothing on the others (section 3).
    private mutating func touch(_ id: String) {
        guard kind == .personal else { return }
        for folder in ancestors(of: id) { note(folder) { $0.cTagNumber += 1 } }
    }
}
