import Glibc
import HTTPServer

/// The server itself: is it running, does it answer, could it listen?
struct ServerExamination {
    let data: String
    let host: String
    let port: UInt16
    let basePath: RootPath
    /// `nil`: it is not to speak https.
    let tls: TLSPlan?

    func findings() -> [Finding] {
        guard let process = Self.lockHolder(of: data) else {
            return [listening(port, "--port")] + (tls.map { [listening($0.port, "--tls-port")] } ?? [])
        }
        return [.ok("server", "it runs as process \(process)")] + asked() + [descriptors(of: process)]
    }

    /// Tried with a port that is given back at once.
    private func listening(_ port: UInt16, _ flag: String) -> Finding {
        do throws(ServerError) {
            let port = try Server.tryOut(host: host, port: port)
            return .ok("server", "it does not run; it could listen on \(host):\(port)")
        } catch {
            return .error(
                "server", "it does not run, and could not listen (\(error.description))",
                remedy: "end the other program, or choose another --host or \(flag)")
        }
    }

    /// Asks as a watchman would, at every door that the settings speak of.
    func answering() -> [Finding] { doors.map { $0.ask().finding } }

    /// Proxies are the same at both.
    private func asked() -> [Finding] {
        let answers = doors.map { $0.ask() }
        return answers.map(\.finding) + answers[0].proxies
    }

    private var doors: [DoorExamination] {
        let plain = DoorExamination(host: host, port: port, basePath: basePath)
        guard let tls else { return [plain] }
        let certificate =
            switch tls.source {
            case .files(let certificate, _): certificate
            case .local: LocalTLS(data: data, allowedHosts: []).authorityFile
            }
        return [plain, DoorExamination(host: host, port: tls.port, basePath: basePath, certificate: certificate)]
    }

    /// Of the running process, whose limits may be others than ours.
    private func descriptors(of process: Int) -> Finding {
        let line = SmallFile.read("/proc/\(process)/limits")?.split(separator: "\n").first {
            $0.hasPrefix("Max open files")
        }
        let words = line?.split(separator: " ") ?? []
        guard words.count > 4, let most = Int(words[3]) else {
            return .ok("server", "its limits are not told to this user")
        }
        guard most >= 1_024 else {
            return .warning(
                "server", "it may open \(most) files and connections",
                remedy: "raise the limit, LimitNOFILE= with systemd")
        }
        return .ok("server", "it may open \(most) files and connections")
    }

    /// Who holds the lock that a server takes on its data directory. Read from the kernel's list: trying to take it would
    /// keep out a server that starts at this very moment.
    static func lockHolder(of directory: String) -> Int? {
        var status = stat()
        guard stat(directory, &status) == 0, let locks = SmallFile.read("/proc/locks") else { return nil }
        for line in locks.split(separator: "\n") {
            // 3: FLOCK  ADVISORY  WRITE 1234 08:01:131075 0 EOF
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[3] == "WRITE", let process = Int(words[4]),
                words[5].split(separator: ":").last.flatMap({ UInt64($0) }) == UInt64(status.st_ino),
                isProgram(process)
            else { continue }
            return process
        }
        return nil
    }

    /// An inode's number is only unique on its disk, and the list names disks in a way that not all file systems share.
    private static func isProgram(_ process: Int) -> Bool {
        SmallFile.read("/proc/\(process)/comm")?.hasPrefix("splitclone") ?? false
    }
}
