import Glibc
import HTTPServer
import JSON
import SharedFolders

/// The server itself: is it running, does it answer, could it listen?
struct ServerExamination {
    let data: String
    let host: String
    let port: UInt16
    var basePath = RootPath.top

    func findings() -> [Finding] {
        guard let process = Self.lockHolder(of: data) else { return [listening()] }
        return [.ok("server", "it runs as process \(process)")] + asked() + [descriptors(of: process)]
    }

    /// Tried with a port that is given back at once.
    private func listening() -> Finding {
        do throws(ServerError) {
            let port = try Server.tryOut(host: host, port: port)
            return .ok("server", "it does not run; it could listen on \(host):\(port)")
        } catch {
            return .error(
                "server", "it does not run, and could not listen (\(error.description))",
                remedy: "end the other program, or choose another --host or --port")
        }
    }

    /// Asks as a watchman would.
    func answering() -> Finding { asked()[0] }

    private func asked() -> [Finding] {
        let name = host == "0.0.0.0" ? "127.0.0.1" : host == "::" ? "[::1]" : host.contains(":") ? "[\(host)]" : host
        let place = "http://\(name):\(port)\(basePath.text)"
        guard port != 0, let address = WebAddress(place + "/ready") else {
            return [.warning("server", "its port is not known here", remedy: "say it with --port")]
        }
        let transfer = CurlTransfer()
        defer { transfer.close() }
        do {
            var request = TransferRequest("GET", address, deadline: .seconds(10))
            request.allowsPlainHTTP = true
            let question = request
            let answer = try waitFor { try await transfer.send(question) }
            if answer.status == 200 { return [.ok("server", "it is ready at \(place)")] + Self.proxies(answer.body) }
            return [
                .error(
                    "server", "it answers \(place) with status \(answer.status)",
                    remedy: "its log says why; is its disk full?")
            ]
        } catch {
            return [
                .warning(
                    "server", "nobody answers at \(place)",
                    remedy: "if it listens elsewhere, say so with --host, --port and --base-path"
                )
            ]
        }
    }

    /// Requests come through it, and are taken for its own: all from one address, and over http.
    private static func proxies(_ answer: [UInt8]) -> [Finding] {
        let addresses = (try? JSONValue(parsing: answer))?["untrustedProxies"]?.array?.compactMap(\.string) ?? []
        return addresses.map { address in
            .warning(
                "server", "a proxy at \(address) forwards requests and is not trusted",
                remedy: "if it is yours, start the server with --trusted-proxy \(address)")
        }
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
