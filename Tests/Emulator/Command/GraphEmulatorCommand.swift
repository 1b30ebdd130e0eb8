import Glibc
import GraphEmulator

/// `graph-emulator`: the emulator for tests that are not written in Swift.
///
///     graph-emulator [--seed N] [--business] [--standing-clock] [--login ORIGIN] [--graph ORIGIN] [--download ORIGIN]
///
/// Prints one line of JSON with its origins, the registered client and the users, and serves until its standard input
/// ends or it is told to stop. The origins are those that addresses in answers begin with, when something with TLS stands
/// in front. Commands go to the control origin (`World+Control.swift` lists them).
@main struct GraphEmulatorCommand {
    static func main() throws {
        var seed: UInt64 = 1
        var kind = AccountKind.personal
        var clock = EmulatorClock.system
        var origins: [Origin: String] = [:]
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            switch argument {
            case "--seed": seed = arguments.popFirst().flatMap(UInt64.init) ?? seed
            case "--business": kind = .business
            case "--standing-clock": clock = .standing
            case "--login": origins[.login] = arguments.popFirst()
            case "--graph": origins[.graph] = arguments.popFirst()
            case "--download": origins[.download] = arguments.popFirst()
            default:
                print("graph-emulator: what is \(argument)?")
                exit(2)
            }
        }
        let graph = try GraphEmulator(seed: seed, kind: kind, clock: clock, publicOrigins: origins, withControl: true)
        print(graph.description)
        fflush(nil)
        while readLine() != nil {}
        graph.stop()
    }
}
