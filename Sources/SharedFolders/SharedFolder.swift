/// A folder that several homes can see (SC-ARC-PRV-1). It knows files, not ledgers.
///
/// Every call may suspend for as long as the world takes; none blocks a thread of the caller. What an implementation
/// promises is written down as the conformance suite that runs against each of them.
package protocol SharedFolder: Sendable {
    /// Everything in `directory`, in the order of the names' UTF-8 bytes; temporary files of writers are left out.
    func list(_ directory: RelativePath) async throws(FolderError) -> [FolderEntry]

    /// The whole file; one that is longer than `limit` bytes is `damaged`, and is not read.
    func read(_ file: RelativePath, limit: Int) async throws(FolderError) -> FolderFile

    /// Creates or replaces a file at one stroke: readers see the old bytes or the new ones. Durable when it returns.
    /// The directory must exist; a precondition that does not hold is `changed`, and nothing was written.
    func write(_ bytes: [UInt8], to file: RelativePath, if precondition: Precondition) async throws(FolderError) -> ETag

    /// Removes a file, or a directory that is empty (one that is not: `changed`).
    func delete(_ path: RelativePath, if precondition: Precondition) async throws(FolderError)

    /// Makes the directory and every missing one above it, the folder itself included. One that exists is fine.
    func makeDirectory(_ directory: RelativePath) async throws(FolderError)
}

/// Names one state of a file's content: equal tags, equal bytes. What the text looks like is the folder's affair.
package struct ETag: Hashable, Sendable {
    package let text: String

    package init(_ text: String) {
        self.text = text
    }
}

package struct FolderEntry: Equatable, Sendable {
    package enum Kind: Sendable {
        case file, directory
        /// A link, a socket, …: listed so that it can be reported, never read.
        case other
    }

    package let name: String
    package let kind: Kind
    /// Of every file; of a directory only where the service has one that changes with anything below it.
    package let etag: ETag?
    /// In bytes, up to `FolderLimits.listedSize`; 0 for what is not a file.
    package let size: Int
    /// Milliseconds since 1970 UTC, by the clock of whoever keeps the folder.
    package let modifiedAt: Int64

    package init(name: String, kind: Kind, etag: ETag?, size: Int, modifiedAt: Int64) {
        self.name = name
        self.kind = kind
        self.etag = etag
        self.size = min(max(size, 0), FolderLimits.listedSize)
        self.modifiedAt = modifiedAt
    }
}

package struct FolderFile: Equatable, Sendable {
    package let bytes: [UInt8]
    package let etag: ETag

    package init(bytes: [UInt8], etag: ETag) {
        self.bytes = bytes
        self.etag = etag
    }
}

/// What must be true of the file that is there for a write or a delete to happen (SC-ARC-PRV-2).
package enum Precondition: Equatable, Sendable {
    case none
    case absent
    case matches(ETag)
}
