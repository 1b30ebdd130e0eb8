import Foundation

/// `simulation SEEDS [FIRST] [--diary]`: tells so many stories, and fails with the seeds of those that end badly.
@main
struct Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }.map { UInt64($0) }
        guard let seeds = arguments.first ?? 100, seeds > 0, let first = arguments.dropFirst().first ?? 1 else {
            print("usage: simulation SEEDS [FIRST] [--diary]")
            exit(2)
        }
        let isLoud = CommandLine.arguments.contains("--diary")
        let root = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let directory = "\(root)/splitclone-simulation-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: directory) }
        var bad: [UInt64] = []
        var events = 0
        for seed in first..<(first + seeds) {
            let story = Story(seed, in: directory)
            var faults: [String]
            do {
                try await story.tell()
                faults = try await story.findFaults()
            } catch {
                faults = ["\(error)"]
            }
            story.close()
            events += story.accepted.count
            if !faults.isEmpty { bad.append(seed) }
            if isLoud { for line in story.diary { print(line) } }
            for fault in faults { print("seed \(seed): \(fault)") }
            fflush(nil)
        }
        print("\(events) events in \(seeds) stories")
        if !bad.isEmpty { print("again: Tests/Simulation/run 1 \(bad[0]) --diary") }
        print("\(Int(seeds) - bad.count) passed, \(bad.count) failed")
        exit(bad.isEmpty ? 0 : 1)
    }
}
