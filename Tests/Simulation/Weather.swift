/// How a service behaves in one story. Drawn once: a service that does everything wrong at once would hide what each does.
struct Weather: Sendable {
    /// A directory's tag changes with anything below it.
    let tagsDirectories: Bool
    /// A write that breaks off may leave the beginning of a file.
    let isAtomic: Bool
    /// Any call fails, for a reason that passes.
    let failing: Double
    /// A write or its answer is lost on the way back.
    let losing: Double
    /// A precondition is said not to hold although it does.
    let changing: Double
    /// A new file is not found by its name for a while.
    let lagging: Double
    /// A listing shows what was there a while ago, or leaves a file out, or names one twice.
    let listing: Double

    /// `isHarsh`: every write may leave the beginning of a file.
    init(_ dice: inout Dice, isHarsh: Bool) {
        tagsDirectories = dice.chance(0.5)
        isAtomic = dice.chance(0.8) && !isHarsh
        failing = dice.chance(0.6) ? 0.05 : 0
        losing = dice.chance(0.6) ? 0.1 : 0
        changing = dice.chance(0.3) ? 0.1 : 0
        lagging = dice.chance(0.4) ? 0.3 : 0
        listing = dice.chance(0.4) ? 0.2 : 0
    }

    /// For how long a service may be behind.
    static let lag: Int64 = 20_000
}
