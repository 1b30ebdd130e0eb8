import Foundation

/// A command beside the tests. It ends with this object, and with the process of the tests however that ends: a shell
/// waits until nobody holds the other end of its leash. (A SIGTERM would not do: the threads that run tests block it, and
/// what they start inherits that.)
final class Companion {
    /// What the command says.
    let output: FileHandle
    let processIdentifier: pid_t
    private let shell = Process()
    private let leash: FileHandle

    init(_ command: [String], in directory: String? = nil, input: Pipe? = nil) throws {
        // What else is being started meanwhile must not hold it too.
        var ends: [CInt] = [0, 0]
        let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw WireError() }
        leash = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        let fromCommand = Pipe()
        output = fromCommand.fileHandleForReading
        shell.executableURL = URL(filePath: "/bin/sh")
        // Only so does what runs in the background keep its input.
        let script = #"exec 3<&0; "$@" <&3 3<&- 2>/dev/null & echo $!; read -r end <&2; kill -9 $!"#
        shell.arguments = ["-c", script, "sh"] + command
        if let directory { shell.currentDirectoryURL = URL(filePath: directory) }
        shell.standardInput = input ?? FileHandle.nullDevice
        shell.standardOutput = fromCommand
        shell.standardError = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
        try shell.run()
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output.fileDescriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        guard let pid = pid_t(String(decoding: line, as: UTF8.self)) else { throw WireError() }
        processIdentifier = pid
    }

    deinit {
        try? leash.close()
        shell.waitUntilExit()
    }
}
