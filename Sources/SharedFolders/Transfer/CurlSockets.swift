internal import CCurl
import Glibc

/// The sockets of one multi handle. libcurl takes a kept connection for good while it is open, but a server that has
/// said more than it announced has spoiled it: what is left over would be read as the next answer.
final class CurlSockets {
    private var numbers: Set<CInt> = []

    /// Something came on the connection between these ports while nobody was waiting for it: bytes, or its end.
    func isSpoiled(local: CInt, remote: CInt) -> Bool {
        numbers.contains { Self.connects($0, local, remote) && Self.hasInput($0) }
    }

    private static func connects(_ number: CInt, _ local: CInt, _ remote: CInt) -> Bool {
        port(of: number) { getsockname($0, $1, $2) } == local && port(of: number) { getpeername($0, $1, $2) } == remote
    }

    private static func hasInput(_ number: CInt) -> Bool {
        var byte: UInt8 = 0
        return recv(number, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) >= 0
    }

    static let opens: curl_opensocket_callback = { context, _, address in
        guard let context, let address else { return -1 }
        let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
        let number = socket(address.pointee.family, kind, address.pointee.protocol)
        if number >= 0 { Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue().numbers.insert(number) }
        return number
    }

    static let closes: curl_closesocket_callback = { context, number in
        if let context { Unmanaged<CurlSockets>.fromOpaque(context).takeUnretainedValue().numbers.remove(number) }
        return close(number)
    }

    private typealias Question = (CInt, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt

    private static func port(of number: CInt, _ ask: Question) -> CInt? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &storage) { storage in
            let answer = storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(number, $0, &length) }
            guard answer == 0 else { return nil }
            // The port stands at the same place for both families.
            return storage.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                CInt(UInt16(bigEndian: $0.pointee.sin_port))
            }
        }
    }
}
