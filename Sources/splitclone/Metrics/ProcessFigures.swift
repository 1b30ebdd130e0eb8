import Glibc
import WebAPI

/// What the process takes of the machine, under the names that all of Prometheus' clients use.
struct ProcessFigures {
    private let processorSeconds: Double
    private let startTime: Double?
    private let virtualBytes: Int
    private let residentBytes: Int
    private let threads: Int
    private let openDescriptors: Int
    private let mostDescriptors: Int

    /// `nil` where `/proc` does not tell.
    init?() {
        guard let text = SmallFile.read("/proc/self/stat"), let end = text.lastIndex(of: ")") else { return nil }
        // proc(5): the fields after the program's name, which may hold anything; the first of them is number 3.
        let fields = text[text.index(after: end)...].split(separator: " ")
        func field(_ number: Int) -> Int? { fields.count > number - 3 ? Int(fields[number - 3]) : nil }
        guard let user = field(14), let system = field(15), let threads = field(20), let started = field(22),
            let virtual = field(23), let resident = field(24)
        else { return nil }
        let ticks = Double(max(1, sysconf(CInt(_SC_CLK_TCK))))
        processorSeconds = Double(user + system) / ticks
        startTime = Self.bootTime.map { $0 + Double(started) / ticks }
        virtualBytes = virtual
        residentBytes = resident * sysconf(CInt(_SC_PAGESIZE))
        self.threads = threads
        openDescriptors = Self.countDescriptors()
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        mostDescriptors = Int(clamping: limit.rlim_cur)
    }

    func write(to text: inout MetricsText) {
        text.counter("process_cpu_seconds_total", "Processor time, user and system.", processorSeconds)
        text.gauge("process_resident_memory_bytes", "Memory in use.", residentBytes)
        text.gauge("process_virtual_memory_bytes", "Address space.", virtualBytes)
        text.gauge("process_threads", "Threads of the operating system.", threads)
        text.gauge("process_open_fds", "Open file descriptors.", openDescriptors)
        text.gauge("process_max_fds", "How many there may be.", mostDescriptors)
        if let startTime {
            text.gauge("process_start_time_seconds", "When the process began, since 1970 UTC.", startTime)
        }
    }

    /// Seconds since 1970 at which the machine began.
    private static var bootTime: Double? {
        let line = SmallFile.read("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }
        return line.flatMap { Double($0.dropFirst("btime ".count)) }
    }

    private static func countDescriptors() -> Int {
        guard let directory = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) {
            if entry.pointee.d_name.0 != CChar(bitPattern: UInt8(ascii: ".")) { count += 1 }
        }
        // Without the one that this look takes.
        return count - 1
    }
}
