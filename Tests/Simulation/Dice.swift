import Seeded

/// The same seed, the same story.
typealias Dice = SplitMix

extension Dice {
    mutating func chance(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }

    mutating func pick<Item>(_ items: [Item]) -> Item {
        items[Int.random(in: 0..<items.count, using: &self)]
    }

    mutating func bits() -> UInt128 {
        UInt128.random(in: .min ... .max, using: &self)
    }
}
