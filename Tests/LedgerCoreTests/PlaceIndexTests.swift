import Testing

@testable import LedgerCore

/// Against a dictionary, with keys that meet in few slots, so that runs form, wrap around and close up.
@Suite("An index of places") struct PlaceIndexTests {
    /// Many keys share a hash.
    private struct Key: Hashable {
        let number: Int
        let hashes: Int

        func hash(into hasher: inout Hasher) { hasher.combine(number % hashes) }
    }

    @Test("finds what was put in, wherever it moved, and nothing that went", arguments: [1, 3, 40, 1_000])
    func model(_ hashes: Int) {
        var random = SeededNumbers(seed: UInt64(hashes))
        var index = PlaceIndex()
        var places: [Key: Int] = [:]
        var keys: [Int: Key] = [:]
        var next = 0
        for _ in 0..<4_000 {
            let key = Key(number: Int.random(in: 0..<120, using: &random), hashes: hashes)
            next += 1
            switch (places[key], Bool.random(using: &random)) {
            case (nil, _):
                index.insert(next, of: key)
                places[key] = next
            case (let place?, true):
                index.move(key, from: place, to: next)
                places[key] = next
                keys[place] = nil
            case (let place?, false):
                index.remove(key, at: place)
                places[key] = nil
                keys[place] = nil
            }
            if let place = places[key] { keys[place] = key }
            #expect(index.place(of: key) { keys[$0] == key } == places[key])
        }
        for number in 0..<120 {
            let key = Key(number: number, hashes: hashes)
            #expect(index.place(of: key) { keys[$0] == key } == places[key])
        }
        #expect(index.places.sorted() == places.values.sorted())
    }

    @Test("that is empty finds nothing")
    func empty() {
        var index = PlaceIndex()
        #expect(index.place(of: 1) { _ in true } == nil)
        index.remove(1, at: 0)
        #expect(Array(index.places).isEmpty)
    }
}
