/// What a server needs to know.
package struct Configuration: Sendable {
    /// An address to listen on: `0.0.0.0`, `::`, `127.0.0.1`.
    package var host: String
    /// 0: the system picks a free one.
    package var port: UInt16
    /// One per core.
    package var loops: Int
    package var limits: Limits

    package init(host: String, port: UInt16, loops: Int = Configuration.cores, limits: Limits = Limits()) {
        self.host = host
        self.port = port
        self.loops = loops
        self.limits = limits
    }

    package static var cores: Int { 2 }
}

package struct ServerError: Error, Sendable, CustomStringConvertible {
    package let description: String
}

/// An HTTP/1.1 server over TCP.
package final class Server: Sendable {
    private let configuration: Configuration
    private let application: any Application

    package init(_ configuration: Configuration, application: any Application) {
        self.configuration = configuration
        self.application = application
    }

    /// Listens; from then on requests are answered. Returns the port.
    package func start() throws(ServerError) -> UInt16 { throw ServerError(description: "not there") }

    /// Takes no more connections, lets what is being answered finish, and ends everything when `grace` is over.
    package func shutdown(grace: Duration) async {}
}
