import Cryptography
import FolderFormat
import Foundation
import LedgerCore

/// Measures what opening a ledger costs: `bench-open make FOLDER EVENTS`, then `bench-open read FOLDER CODE`.
/// `bench-open seal` measures sealing alone. `Tests/Bench/open.py` runs them, and the peers beside them.
@main struct BenchOpen {
    static func main() throws {
        let arguments = CommandLine.arguments
        switch (arguments.dropFirst().first, arguments.count) {
        case ("make", 4): try make(URL(filePath: arguments[2]), count: Int(arguments[3]) ?? 100_000)
        case ("read", 4): try read(URL(filePath: arguments[2]), key: JoinCode.decode(arguments[3]))
        case ("seal", 2): seal()
        default:
            print("error: bench-open make FOLDER EVENTS | read FOLDER JOIN-CODE | seal")
            exit(2)
        }
    }

    /// Writes a sealed folder and prints its join code.
    private static func make(_ folder: URL, count: Int) throws {
        let key = SymmetricKey.random()
        var open: [DeviceID: (name: SegmentName, plaintext: [UInt8])] = [:]
        func close(_ device: DeviceID) throws {
            guard let segment = open[device] else { return }
            let path = folder.appending(path: "\(SegmentPath(device: device, name: segment.name))")
            let directory = path.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(Segment.seal(segment.plaintext, key: key)).write(to: path)
        }
        var sample = SampleLedger()
        for (device, event) in sample.events(count) {
            let line = EventEncoder.line(event)
            let length = open[device]?.plaintext.count ?? 0
            if open[device] == nil || SegmentRotation.isFull(length: length, nextLine: line.count) {
                try close(device)
                let name = SegmentName.next(after: open[device]?.name, now: event.entryAt, suffix: .jsonl)!
                open[device] = (name, [])
            }
            open[device]!.plaintext += line
        }
        for device in open.keys { try close(device) }
        print(JoinCode.encode(key))
    }

    /// Opens the folder one segment after the other, as a pull does, and prints the cost of every step as JSON:
    /// seconds of this thread's processor time, and the largest resident size in megabytes.
    private static func read(_ folder: URL, key: SymmetricKey) throws {
        var spent = (read: 0.0, open: 0.0, decode: 0.0, fold: 0.0)
        var ledger = Ledger()
        var bytes = 0
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).compactMap { SegmentPath($0) }
        for path in paths.sorted() {
            let sealed = try timed(&spent.read) { try [UInt8](Data(contentsOf: folder.appending(path: "\(path)"))) }
            let plaintext = try timed(&spent.open) { try Segment.open(sealed, key: key, file: "\(path)") }
            let contents = timed(&spent.decode) { SegmentContents(decoding: plaintext, file: "\(path)") }
            guard contents.problems.isEmpty else { throw contents.problems[0] }
            timed(&spent.fold) { _ = ledger.insert(contents.events) }
            bytes += plaintext.count
        }
        print(
            """
            {"events":\(ledger.revision),"expenses":\(ledger.state.expenses.count),"bytes":\(bytes),"read":\(spent.read),\
            "decrypt":\(spent.open),"decode":\(spent.decode),"fold":\(spent.fold),"peakMB":\(try peakMegabytes())}
            """)
    }

    /// Prints bytes per second of processor time for blocks of one MiB.
    private static func seal() {
        let key = SymmetricKey.random()
        let plaintext = randomBytes(1 << 20)
        let sealed = Sealing.seal(plaintext, key: key)
        func speed(_ body: () -> Int) -> Double {
            var spent = 0.0
            var length = 0
            while spent < 1 { length += timed(&spent, body) }
            return Double(length) / spent
        }
        let sealing = speed { Sealing.seal(plaintext, key: key).count - Sealing.overhead }
        let opening = speed { (try? Sealing.open(sealed, key: key).count) ?? 0 }
        print("{\"seal\":\(sealing),\"open\":\(opening)}")
    }

    private static func timed<R>(_ spent: inout Double, _ body: () throws -> R) rethrows -> R {
        let start = processorTime()
        defer { spent += processorTime() - start }
        return try body()
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The kernel's own high-water mark of this process.
    private static func peakMegabytes() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (Double(line?.filter(\.isNumber) ?? "") ?? .nan) / 1024
    }
}
