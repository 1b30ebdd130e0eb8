import Bookkeeping
import Glibc
import LedgerCore

/// What the machine knows: time, its zones, dice, its names and addresses. Asked here and nowhere else.
enum Machine {
    /// Ids are no secrets; but nobody shall make one twice, nor guess the next.
    static let world = World(now: { now() }, newID: { UInt128.random(in: 0 ... .max) }, zones: zones)

    private static let zones = TimeZones(here: zoneName, dayHere: day) { SmallFile.bytes(zoneFiles + $0) }

    /// Of Debian's package tzdata, and of everybody else's.
    private static let zoneFiles = "/usr/share/zoneinfo/"

    private static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// The calendar day in the machine's own time zone.
    static func day(of instant: Instant) -> CalendarDay {
        var seconds = time_t(instant.milliseconds / 1000)
        var local = tm()
        localtime_r(&seconds, &local)
        let day = CalendarDay(year: Int(local.tm_year) + 1900, month: Int(local.tm_mon) + 1, day: Int(local.tm_mday))
        return day ?? instant.day
    }

    /// What the machine's own time zone is called: as `TZ` says, else as the link that everybody's C library follows (tzset(3)).
    private static var zoneName: String? {
        if let name = Environment["TZ"] { return name.hasPrefix(":") ? String(name.dropFirst()) : name }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/etc/localtime", &buffer, buffer.count - 1)
        let target = String(decoding: buffer.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return target.split(separator: "zoneinfo/", maxSplits: 1).dropFirst().first.map(String.init)
    }

    /// A path as somebody typed it here, for use wherever the program looks from later.
    static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return String(cString: here) + "/" + path
    }

    /// The names under which others on the network may know this machine.
    static var hostNames: [String] {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let short = String(name.prefix { $0 != "." })
        return name.isEmpty ? [] : [name, short, short + ".local"]
    }

    /// All addresses of this machine, as their bytes.
    static var networkAddresses: [[UInt8]] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        return sequence(first: list, next: { $0?.pointee.ifa_next }).prefix { $0 != nil }.compactMap {
            entry -> [UInt8]? in
            guard let entry = entry?.pointee, let address = entry.ifa_addr, entry.ifa_flags & UInt32(IFF_UP) != 0
            else { return nil }
            let place = UnsafeRawPointer(address)
            switch Int32(address.pointee.sa_family) {
            case AF_INET: return withUnsafeBytes(of: place.load(as: sockaddr_in.self).sin_addr) { Array($0) }
            case AF_INET6: return withUnsafeBytes(of: place.load(as: sockaddr_in6.self).sin6_addr) { Array($0) }
            default: return nil
            }
        }
    }

    /// An IPv4 address at which the home network reaches this machine.
    static var networkAddress: String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }).prefix(while: { $0 != nil }) {
            guard let entry = entry?.pointee, let address = entry.ifa_addr, address.pointee.sa_family == AF_INET,
                entry.ifa_flags & UInt32(IFF_LOOPBACK) == 0, entry.ifa_flags & UInt32(IFF_UP) != 0
            else { continue }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            if getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 {
                return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        return nil
    }
}
