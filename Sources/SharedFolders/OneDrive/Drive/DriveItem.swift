import JSON

/// What is used of Graph's `driveItem`. Unknown members are ignored, missing ones tolerated, except an id.
struct DriveItem: Sendable {
    enum Kind: Sendable { case file, folder, other }

    let id: String
    let name: String
    let kind: Kind
    let size: Int
    let eTag: String?
    let cTag: String?
    /// Not of every file.
    let quickXorHash: String?
    let driveID: String?
    let driveType: String?
    let modifiedAt: Int64
    /// Pre-authenticated, good for minutes. A secret.
    let downloadURL: WebAddress?
    /// Where a shortcut to somebody else's folder leads.
    let remote: OneDriveRoot?

    /// The members asked for.
    static let selection =
        "$select=id,name,size,eTag,cTag,file,folder,package,remoteItem,deleted,parentReference,lastModifiedDateTime"
    /// Only where a file is about to be fetched.
    static let selectionWithDownload = selection + ",@microsoft.graph.downloadUrl"

    init?(_ json: JSONValue) {
        guard let id = json["id"]?.string, OneDriveRoot.isID(id), json["deleted"]?.members == nil else { return nil }
        self.id = id
        name = json["name"]?.string ?? ""
        // A folder is what says so; nothing is inferred from a facet that is not there.
        let isFolder = json["folder"]?.members != nil && json["package"]?.members == nil
        let kind: Kind = isFolder ? .folder : json["file"]?.members != nil ? .file : .other
        self.kind = kind
        let size = json["size"]?.integer ?? (kind == .file ? -1 : 0)
        // A file of unknown length must not pass for an empty one.
        guard size >= 0 || kind != .file else { return nil }
        self.size = max(size, 0)
        eTag = json["eTag"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        cTag = json["cTag"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        quickXorHash = json["file"]?["hashes"]?["quickXorHash"]?.string
        let parent = json["parentReference"]
        driveID = parent?["driveId"]?.string
        driveType = parent?["driveType"]?.string
        modifiedAt = json["lastModifiedDateTime"]?.string.flatMap(GraphTime.milliseconds) ?? 0
        downloadURL = json["@microsoft.graph.downloadUrl"]?.string.flatMap { WebAddress($0) }
        remote = json["remoteItem"].flatMap { item in
            guard let drive = item["parentReference"]?["driveId"]?.string, let id = item["id"]?.string else {
                return nil
            }
            return OneDriveRoot(drive: drive, item: id)
        }
    }

    init?(_ body: [UInt8]) {
        guard let json = try? JSONValue(parsing: body) else { return nil }
        self.init(json)
    }

    /// OneDrive keeps the case of names and does not tell names apart by it.
    func isNamed(_ name: String) -> Bool { self.name.lowercased() == name.lowercased() }

    var tag: ETag? { DriveTag(self)?.etag }

    /// A folder's cTag changes with anything below it on personal drives alone.
    var etag: ETag? {
        switch kind {
        case .file: tag
        case .folder: driveType == "personal" ? cTag.map { ETag($0) } : nil
        case .other: nil
        }
    }
}

/// The tag of a file's state: the eTag changes with content or properties, the cTag with the content alone. Listings
/// compare both, so that no change is missed; a write is content with either, so that a property which the service
/// itself touched later is not taken for somebody else's write.
struct DriveTag: Equatable, Sendable {
    let eTag: String?
    let cTag: String?

    init?(_ item: DriveItem) {
        guard item.eTag != nil || item.cTag != nil else { return nil }
        eTag = item.eTag
        cTag = item.cTag
    }

    init(_ etag: ETag) {
        let parts = etag.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        eTag = parts[0].isEmpty ? nil : parts[0]
        cTag = parts.count == 2 && !parts[1].isEmpty ? parts[1] : nil
    }

    var etag: ETag { ETag((eTag ?? "") + (cTag.map { "\n" + $0 } ?? "")) }

    func names(_ item: DriveItem) -> Bool {
        (eTag != nil && eTag == item.eTag) || (cTag != nil && cTag == item.cTag)
    }
}

/// The owner of a drive, to recognise an account by.
struct DriveOwner: Equatable, Sendable {
    let name: String

    init?(_ body: [UInt8]) {
        guard let json = try? JSONValue(parsing: body) else { return nil }
        let user = json["owner"]?["user"]
        let known = [user?["displayName"]?.string, user?["email"]?.string, json["id"]?.string]
        guard let name = known.compactMap({ $0 }).first(where: { !$0.isEmpty && $0.utf8.count <= 256 }) else {
            return nil
        }
        self.name = name
    }
}

/// Times as Graph writes them: `2026-05-14T12:03:11Z`, with or without a fraction. For display only.
enum GraphTime {
    static func milliseconds(_ text: String) -> Int64? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), bytes[10] == UInt8(ascii: "T") else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            guard bytes[range].allSatisfy(\.isDigit) else { return nil }
            return Int64(String(decoding: bytes[range], as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        // Days since 1970 in the proleptic Gregorian calendar, with years that begin in March.
        let shifted = month > 2 ? year : year - 1
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let days = shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
        return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000
    }
}
