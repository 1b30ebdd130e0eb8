import CMalloc

/// Memory in large pieces: a file of a folder, sealed and plain, or an array of a hundred thousand events.
package enum LargeBlocks {
    /// How long a block is that is one of them. Shorter ones are kept by the allocator for the next who asks.
    private static let shortest: Int32 = 512 << 10

    /// From now on each has pages of its own, which the system has back as soon as nobody uses it. Otherwise glibc cuts them
    /// from the same heap as all that stays, once it saw that such blocks come and go, and a pull leaves the heap full of holes.
    /// Called once, when the process starts.
    package static func goBackWhenFreed() {
        mallopt(M_MMAP_THRESHOLD, shortest)
    }
}
