import Dispatch
import Foundation
import Glibc

/// `openssl s_server` on a free port, with a key and a certificate of its own for one host. What the client sends comes
/// out of it, what it is told goes to the client: one connection at a time, and a new one once the last has ended.
final class SecureServer {
    let port: UInt16
    /// To be trusted by who wants to talk to it.
    let certificate: String
    private let directory: URL
    private let server: Companion
    private let toClient = Pipe()

    /// `name` as in a certificate: `IP:127.0.0.1` or `DNS:example.com`.
    init(name: String = "IP:127.0.0.1", options: [String] = []) async throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("splitclone-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        certificate = directory.appendingPathComponent("certificate.pem").path
        let key = directory.appendingPathComponent("key.pem").path
        let maker = try Self.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=test", "-addext", "subjectAltName=\(name)", "-keyout", key, "-out", certificate,
        ])
        maker.waitUntilExit()
        guard maker.terminationStatus == 0 else { throw WireError() }
        let arguments = ["s_server", "-quiet", "-accept", "127.0.0.1:0", "-cert", certificate, "-key", key]
        server = try Companion([Self.program] + arguments + options, input: toClient)
        var port: UInt16?
        for _ in 0..<6_000 where port == nil {
            port = Self.listeningPort(of: server.processIdentifier)
            if port == nil { try await Task.sleep(for: .milliseconds(10)) }
        }
        guard let port else { throw WireError() }
        self.port = port
    }

    /// The system chose it, and a quiet server does not tell.
    private static func listeningPort(of process: pid_t) -> UInt16? {
        let directory = "/proc/\(process)/fd/"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        let held = Set(names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: directory + $0) })
        let table = (try? String(contentsOfFile: "/proc/\(process)/net/tcp", encoding: .utf8)) ?? ""
        // sl local_address rem_address st … inode, of which 0A listens.
        for line in table.split(separator: "\n").dropFirst() {
            let columns = line.split(separator: " ")
            guard columns.count > 9, columns[3] == "0A", held.contains("socket:[\(columns[9])]") else { continue }
            return columns[1].split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
        }
        return nil
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// The head of the next request; without holding a thread that the client may need.
    func request() async -> String {
        let source = server.output.fileDescriptor
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var head: [UInt8] = []
                var byte: UInt8 = 0
                while !head.ends(with: "\r\n\r\n".utf8), read(source, &byte, 1) == 1 { head.append(byte) }
                continuation.resume(returning: String(decoding: head, as: UTF8.self))
            }
        }
    }

    func send(_ text: String) throws {
        try toClient.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    }

    private static let program = "/usr/bin/openssl"

    private static func openssl(_ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
    }
}

extension [UInt8] {
    fileprivate func ends(with bytes: some Collection<UInt8>) -> Bool {
        suffix(bytes.count).elementsEqual(bytes)
    }
}
