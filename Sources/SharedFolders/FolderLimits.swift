/// Every limit of this module, with its reason.
package enum FolderLimits {
    /// What file systems allow for one name (NAME_MAX).
    static let nameBytes = 255
    /// Far deeper than anybody keeps a ledger; bounds the walk.
    static let pathNames = 32
    /// Files up to this length are tagged by their content. A segment has 1 MiB; whatever is longer is not ours, will
    /// not be read, and is not worth reading on every listing.
    static let taggedFile = 16 << 20
    /// Remembered content tags of one folder; more files than this are hashed anew at every listing.
    static let rememberedTags = 20_000
    /// A file that changed less than this before it was hashed may change again without its time stamp showing it
    /// (two seconds: FAT), so its tag is not remembered.
    static let settledMilliseconds: Int64 = 2_000
    /// A temporary file this much older than a fresh one beside it was left by a writer that is gone.
    static let temporaryFileMilliseconds: Int64 = 3_600_000
    /// Sizes are what a service says, and are added up. Nothing near this will be read.
    static let listedSize = 1 << 40
    /// A directory with more entries than this is not a ledger's.
    static let listedEntries = 100_000
}
