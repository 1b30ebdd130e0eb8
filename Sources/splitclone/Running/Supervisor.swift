import Glibc

/// Who started the process and waits to hear how it is: systemd, or whatever else names a socket in `NOTIFY_SOCKET`
/// (sd_notify(3)). One datagram for each state; nothing comes back.
enum Supervisor {
    /// What it understands of what we have to say.
    enum State: String {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
    }

    /// - Returns: `false` when it waits for this and could not be told. Without a supervisor there is nobody to tell.
    static func tell(_ state: State, _ status: String) -> Bool {
        guard let name = Environment["NOTIFY_SOCKET"] else { return true }
        guard var address = Self.address(name) else { return false }
        let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let message = Array("\(state.rawValue)\nSTATUS=\(status)\n".utf8)
        // The kernel takes the name's length from the address's: an abstract one is not ended by a zero.
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.utf8.count)
        let sent = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, message, message.count, CInt(MSG_NOSIGNAL), $0, length)
            }
        }
        return sent == message.count
    }

    /// A path, or the name of an abstract socket after an `@`.
    private static func address(_ name: String) -> sockaddr_un? {
        guard name.hasPrefix("/") || name.hasPrefix("@") else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return address
    }
}
