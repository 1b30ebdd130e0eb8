/// Finds rows of an array by a key that is in them: a hash table of places, eight bytes for each slot, whatever the key's
/// size. The keys stay in the rows: who looks one up says whether the row at a place is it.
struct PlaceIndex: Sendable {
    private struct Slot {
        let hash: UInt32
        let place: Int32

        static let free = Slot(hash: 0, place: -1)
        var isFree: Bool { place < 0 }
    }

    /// A power of two of them, a quarter of them free. A row is in the slot that its hash names, or in the first after it
    /// that was free.
    private var slots: [Slot] = []
    private var count = 0

    /// In no particular order.
    var places: some Sequence<Int> { slots.lazy.filter { !$0.isFree }.map { Int($0.place) } }

    func place(of key: some Hashable, where isIt: (Int) -> Bool) -> Int? {
        slot(of: Self.hash(key)) { isIt(Int($0)) }.map { Int(slots[$0].place) }
    }

    /// The key is not there yet.
    mutating func insert(_ place: Int, of key: some Hashable) {
        if 4 * (count + 1) > 3 * slots.count { grow() }
        count += 1
        put(Slot(hash: Self.hash(key), place: Int32(place)))
    }

    /// What was at one place is at another one.
    mutating func move(_ key: some Hashable, from old: Int, to new: Int) {
        let hash = Self.hash(key)
        guard let slot = slot(of: hash, where: { $0 == old }) else { return }
        slots[slot] = Slot(hash: hash, place: Int32(new))
    }

    /// What follows without a gap closes up, so that nobody stops looking too early.
    mutating func remove(_ key: some Hashable, at place: Int) {
        guard var gap = slot(of: Self.hash(key), where: { $0 == place }) else { return }
        count -= 1
        var next = (gap + 1) & mask
        while !slots[next].isFree {
            let isReachedOverGap = (next - Int(slots[next].hash)) & mask >= (next - gap) & mask
            if isReachedOverGap {
                slots[gap] = slots[next]
                gap = next
            }
            next = (next + 1) & mask
        }
        slots[gap] = .free
    }

    private var mask: Int { slots.count - 1 }

    /// Seeded for each process by the standard library: nobody can choose ids that meet in one slot.
    private static func hash(_ key: some Hashable) -> UInt32 { UInt32(truncatingIfNeeded: key.hashValue) }

    private func slot(of hash: UInt32, where isIt: (Int32) -> Bool) -> Int? {
        if slots.isEmpty { return nil }
        var slot = Int(hash) & mask
        while !slots[slot].isFree {
            if slots[slot].hash == hash, isIt(slots[slot].place) { return slot }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func put(_ row: Slot) {
        var slot = Int(row.hash) & mask
        while !slots[slot].isFree { slot = (slot + 1) & mask }
        slots[slot] = row
    }

    private mutating func grow() {
        let old = slots
        slots = Array(repeating: .free, count: max(16, 2 * old.count))
        for row in old where !row.isFree { put(row) }
    }
}
