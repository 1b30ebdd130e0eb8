import Foundation
import Synchronization

/// HTTP/1.1 on a free port of 127.0.0.1, one thread per connection: as much of it as a client of ours needs, and whatever
/// bytes a test wants to answer with.
package final class SocketServer: Sendable {
    package struct Request: Sendable {
        package let method: String
        /// As sent.
        package let target: String
        /// Names in lower case.
        package let fields: [String: String]
        package let body: [UInt8]
    }

    package struct Answer: Sendable {
        package var status: Int
        package var fields: [(name: String, value: String)] = []
        package var body: [UInt8] = []
        /// Close instead of answering.
        package var isCut = false
        /// For who answers instead of a server: let it do first what it was asked.
        package var carriesOut = false

        package init(
            status: Int, fields: [(name: String, value: String)] = [], body: [UInt8] = [], isCut: Bool = false,
            carriesOut: Bool = false
        ) {
            self.status = status
            self.fields = fields
            self.body = body
            self.isCut = isCut
            self.carriesOut = carriesOut
        }
    }

    package let port: UInt16
    private let listener: CInt
    private let connections = Mutex<Set<CInt>>([])
    private let answer: @Sendable (Request) -> Answer

    package init(_ answer: @escaping @Sendable (Request) -> Answer) throws {
        self.answer = answer
        listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = listener
        let isListening = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && listen(socket, 64) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        port = UInt16(bigEndian: address.sin_port)
        Thread.detachNewThread { self.accept() }
    }

    package func close() {
        shutdown(listener, CInt(SHUT_RDWR))
        connections.withLock { for connection in $0 { shutdown(connection, CInt(SHUT_RDWR)) } }
    }

    private func accept() {
        while true {
            let connection = Foundation.accept(listener, nil, nil)
            guard connection >= 0 else { break }
            connections.withLock { _ = $0.insert(connection) }
            Thread.detachNewThread { self.serve(connection) }
        }
        Foundation.close(listener)
    }

    private func serve(_ connection: CInt) {
        var received: [UInt8] = []
        while let request = Self.next(&received, from: connection) {
            let answer = self.answer(request)
            guard !answer.isCut, Self.send(answer, to: connection) else { break }
        }
        connections.withLock { _ = $0.remove(connection) }
        Foundation.close(connection)
    }

    private static func next(_ received: inout [UInt8], from connection: CInt) -> Request? {
        let blank = Array("\r\n\r\n".utf8)
        var end = received.firstRange(of: blank)?.upperBound
        while end == nil {
            guard receive(&received, from: connection) else { return nil }
            end = received.firstRange(of: blank)?.upperBound
        }
        guard let end else { return nil }
        let lines = String(decoding: received[..<(end - 4)], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
        }
        let values = Dictionary(fields) { first, _ in first }
        let whole = end + (values["content-length"].flatMap { Int($0) } ?? 0)
        while received.count < whole {
            guard receive(&received, from: connection) else { return nil }
        }
        let body = Array(received[end..<whole])
        received.removeFirst(whole)
        return Request(method: String(words[0]), target: String(words[1]), fields: values, body: body)
    }

    private static func receive(_ received: inout [UInt8], from connection: CInt) -> Bool {
        let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, recv(connection, buffer.baseAddress, buffer.count, 0))
        }
        received += chunk
        return !chunk.isEmpty
    }

    private static func send(_ answer: Answer, to connection: CInt) -> Bool {
        var head = "HTTP/1.1 \(answer.status) Status\r\n"
        for field in answer.fields { head += "\(field.name): \(field.value)\r\n" }
        let hasBody = answer.status != 204
        if hasBody { head += "Content-Length: \(answer.body.count)\r\n" }
        let bytes = Array((head + "\r\n").utf8) + (hasBody ? answer.body : [])
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress?.advanced(by: sent), $0.count - sent, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
