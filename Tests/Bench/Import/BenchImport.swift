import Glibc
import Interchange

/// What reading a file of another program costs, and that its memory does not grow with what is not understood:
/// `bench-import`. 200,000 rows and 100 MB are read piece by piece, as an upload or a disk brings them. The peer is the least
/// that any reader has to do: to look at each byte of the same pieces once.
@main struct BenchImport {
    static func main() {
        var hasMissed = false
        for measured in [rows(), bytes()] {
            measured.print()
            hasMissed = hasMissed || !measured.isMet
        }
        exit(hasMissed ? 1 : 0)
    }

    /// As many rows as are taken, all understood and kept.
    private static func rows() -> Measurement {
        let row = { (number: Int) in
            "2026-01-\(10 + number % 20),Dinner number \(number),Dining out,90.03,EUR,60.02,-30.01,-30.01\n"
        }
        return measure("200,000 rows, all kept", most: 200 << 20, rows: 200_000, row)
    }

    /// A hundred megabytes of which nothing is understood: nothing of it may stay.
    private static func bytes() -> Measurement {
        let filling = String(repeating: "x", count: 950)
        return measure("100 MB, nothing kept", most: 16 << 20, rows: 100_000) {
            "no day \($0),\(filling),,,EUR,1,-1,0\n"
        }
    }

    private static func measure(
        _ name: String, most: Int, rows: Int, _ row: (Int) -> String
    ) -> Measurement {
        let header = Array("Date,Description,Category,Cost,Currency,Ann,Ben,Cleo\n".utf8)
        var measured = Measurement(name: name, mostMemory: most)
        var reading = ImportReading()
        let before = residentBytes()
        do throws(ImportRefusal) {
            try reading.read(header[...])
            for start in stride(from: 0, to: rows, by: 1000) {
                let piece = (start..<start + 1000).reduce(into: [UInt8]()) { $0 += Array(row($1).utf8) }
                measured.peer += seconds { measured.sum = piece.reduce(measured.sum) { $0 &* 31 &+ Int($1) } }
                let begun = now()
                try reading.read(piece[...])
                measured.seconds += now() - begun
                measured.progress.append(reading.byteCount)
            }
            let begun = now()
            let plan = try reading.finish()
            measured.seconds += now() - begun
            (measured.entries, measured.issues, measured.bytes) = (plan.entries.count, plan.issueCount, plan.byteCount)
            measured.memory = max(0, residentBytes() - before)
        } catch {
            Swift.print("error: \(error.message)")
            exit(1)
        }
        return measured
    }

    private static func seconds(_ work: () -> Void) -> Double {
        let begun = now()
        work()
        return now() - begun
    }

    /// Of this thread's processor, so that others do not count.
    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var (size, resident) = (0, 0)
        return withUnsafeMutablePointer(to: &size) { size in
            withUnsafeMutablePointer(to: &resident) { resident in
                withVaList([size, resident]) { vfscanf(file, "%ld %ld", $0) } == 2 ? resident.pointee * 4096 : 0
            }
        }
    }
}

private struct Measurement {
    let name: String
    let mostMemory: Int
    var seconds = 0.0
    var peer = 0.0
    var sum = 0
    var memory = 0
    var entries = 0
    var issues = 0
    var bytes = 0
    /// What the reading said of itself on the way.
    var progress: [Int] = []

    var isMet: Bool { memory <= mostMemory && zip(progress, progress.dropFirst()).allSatisfy { $0 < $1 } }

    func print() {
        let megabytes = { (bytes: Int) in String((Double(bytes) / 1e6 * 10).rounded() / 10) }
        let rate = Double(bytes) / 1e6 / seconds
        Swift.print(
            "\(name): \(megabytes(bytes)) MB, \(entries) entries, \(issues) issues in \((seconds * 100).rounded() / 100) s "
                + "(\(rate.rounded()) MB/s, \((seconds / peer).rounded()) × looking at each byte); "
                + "memory +\(megabytes(memory)) MB, at most \(megabytes(mostMemory)): \(isMet ? "met" : "MISSED")")
    }
}
