import Bookkeeping
import CTimex
import Glibc
import LedgerCore
import SharedFolders

/// What the program needs of the machine: a clock that is right, room for connections, certificates, a time zone.
struct MachineExamination {
    /// Descriptors for a household's phones with room to spare; the server asks for more than the soft limit by itself.
    private static let fewDescriptors = 1_024
    /// Nobody recorded anything before the program was written.
    private static let firstYear = 2026
    private static let lastYear = 2100

    func findings() -> [Finding] { [year(), synchronisation(), zone(), descriptors(), certificates()] }

    private func year() -> Finding {
        let now = Machine.world.now()
        let year = now.day.year
        guard (Self.firstYear...Self.lastYear).contains(year) else {
            return .error(
                "clock", "it is the year \(year) here",
                remedy: "set the clock: what is recorded carries this time for ever")
        }
        return .ok("clock", "it is \(now)")
    }

    /// adjtimex(2), asked without changing anything: the kernel knows whether somebody keeps its clock right.
    private func synchronisation() -> Finding {
        var state = timex()
        guard adjtimex(&state) >= 0 else {
            return .warning("clock", "whether it is kept right is not told", remedy: nil)
        }
        guard state.status & STA_UNSYNC == 0 else {
            return .warning(
                "clock", "nobody keeps it right",
                remedy: "turn on NTP, with “timedatectl set-ntp true” where systemd runs")
        }
        return .ok("clock", "a time server keeps it right, within \(state.maxerror / 1000) ms")
    }

    /// “Today” of what is recorded without a date is this zone's.
    private func zone() -> Finding {
        var seconds = time(nil)
        var local = tm()
        localtime_r(&seconds, &local)
        let name = local.tm_zone.map { String(cString: $0) } ?? "?"
        if let wanted = Environment["TZ"], !Self.exists(zone: wanted) {
            return .warning(
                "time zone", "TZ is “\(wanted)”, which is not known here, so days are those of \(name)",
                remedy: "install tzdata, or correct TZ")
        }
        return .ok("time zone", "days are those of \(name), it is the \(Machine.day(of: Machine.world.now()))")
    }

    /// Other forms of TZ (tzset(3)) carry their rule with them.
    private static func exists(zone: String) -> Bool {
        let name = zone.hasPrefix(":") ? String(zone.dropFirst()) : zone
        if name.hasPrefix("/") { return access(name, R_OK) == 0 }
        if name.contains(where: { $0.isNumber || $0 == "," }), !name.contains("/") { return true }
        return name == "UTC" || access("/usr/share/zoneinfo/" + name, R_OK) == 0
    }

    private func descriptors() -> Finding {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        let most = limit.rlim_max == rlim_t.max ? "any number of" : "\(limit.rlim_max)"
        guard limit.rlim_max >= Self.fewDescriptors else {
            return .warning(
                "files", "a process may open \(most) files and connections",
                remedy: "raise the limit, with LimitNOFILE= where systemd runs")
        }
        return .ok("files", "a process may open \(most) files and connections")
    }

    /// Without authorities no cloud can be trusted, and OneDrive and WebDAV stay out of reach.
    private func certificates() -> Finding {
        guard let place = CertificateAuthorities.place else {
            return .warning(
                "certificates", "libcurl does not say where it looks for authorities", remedy: "install ca-certificates"
            )
        }
        let count = SmallFile.read(place)?.split(separator: "\n").count { $0 == "-----BEGIN CERTIFICATE-----" } ?? 0
        guard count > 0 else {
            return .error(
                "certificates", "there are no authorities in \(place)",
                remedy: "install ca-certificates, or no cloud can be reached")
        }
        return .ok("certificates", "\(counted(count, "certificate")) of authorities in \(place)")
    }
}
