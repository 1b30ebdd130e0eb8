import Foundation

/// `simulation SEEDS [FIRST] [--seconds=3600] [--harsh] [--diary]`: tells so many stories, and fails with the seeds of those that end
/// badly. When the time is up it begins no other one.
@main
struct Main {
    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let numbers = arguments.filter { !$0.hasPrefix("--") }.map { UInt64($0) }
        let seconds = arguments.first { $0.hasPrefix("--seconds=") }?.dropFirst("--seconds=".count) ?? "3600"
        guard let seeds = numbers.first ?? 100, seeds > 0, let first = numbers.dropFirst().first ?? 1,
            let limit = Int(seconds)
        else {
            print("usage: simulation SEEDS [FIRST] [--seconds=3600] [--harsh] [--diary]")
            exit(2)
        }
        let root = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let directory = "\(root)/splitclone-simulation-\(getpid())"
        let tally = Tally(of: seeds, within: .seconds(limit), in: directory)
        tally.watch()
        for seed in first..<(first + seeds) where tally.begin(seed) {
            let story = Story(seed, in: directory, isHarsh: arguments.contains("--harsh"))
            let faults = await faults(of: story)
            story.close()
            if arguments.contains("--diary") { for line in story.diary { print(line) } }
            tally.note(seed, events: story.accepted.count, faults: faults)
        }
        tally.close()
    }

    private static func faults(of story: Story) async -> [String] {
        do {
            try await story.tell()
            return try await story.findFaults()
        } catch {
            return ["\(error)"]
        }
    }
}
