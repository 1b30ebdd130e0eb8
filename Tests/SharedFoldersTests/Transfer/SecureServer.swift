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
    private let process = Process()
    private let toClient = Pipe()
    private let fromClient = Pipe()

    /// `name` as in a certificate: `IP:127.0.0.1` or `DNS:example.com`.
    init(name: String = "IP:127.0.0.1", options: [String] = []) throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        certificate = directory.appendingPathComponent("certificate.pem").path
        let key = directory.appendingPathComponent("key.pem").path
        let maker = try Self.openssl([
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
            "/CN=test", "-addext", "subjectAltName=\(name)", "-keyout", key, "-out", certificate,
        ])
        maker.waitUntilExit()
        guard maker.terminationStatus == 0 else { throw WireError() }
        let probe = try WireServer { _, _ in }
        port = probe.port
        probe.stop()
        process.standardInput = toClient
        process.standardOutput = fromClient
        let arguments = ["s_server", "-quiet", "-accept", "127.0.0.1:\(port)", "-cert", certificate, "-key", key]
        try Self.start(process, arguments + options)
    }

    deinit {
        process.terminate()
        try? FileManager.default.removeItem(at: directory)
    }

    /// The head of the next request; without holding a thread that the client may need.
    func request() async -> String {
        let source = fromClient.fileHandleForReading.fileDescriptor
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

    private static func openssl(_ arguments: [String]) throws -> Process {
        let process = Process()
        try start(process, arguments)
        return process
    }

    private static func start(_ process: Process, _ arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
    }
}

extension [UInt8] {
    fileprivate func ends(with bytes: some Collection<UInt8>) -> Bool {
        suffix(bytes.count).elementsEqual(bytes)
    }
}
