import Synchronization

/// How busy a server is.
package struct ServerLoad: Sendable, Equatable {
    /// Open now, and how many there may be.
    package var connections = 0
    package var capacity = 0
    /// Let in since the start.
    package var accepted = 0
    /// Set aside for bodies that are being received or answered.
    package var bodyBytes = 0
}

/// What all connections of the server take together, and how much that may be.
final class Census: Sendable {
    let capacity: Int
    private let bodyCapacity: Int
    private let handshakeCapacity: Int
    private let handshakes = Atomic<Int>(0)
    private let connections = Atomic<Int>(0)
    private let accepted = Atomic<Int>(0)
    private let bodyBytes = Atomic<Int>(0)

    init(capacity: Int, limits: Limits) {
        self.capacity = capacity
        bodyCapacity = limits.bodyBytes
        handshakeCapacity = limits.handshakes
    }

    var load: ServerLoad {
        ServerLoad(
            connections: connections.load(ordering: .relaxed), capacity: capacity,
            accepted: accepted.load(ordering: .relaxed), bodyBytes: bodyBytes.load(ordering: .relaxed))
    }

    func enter() {
        connections.add(1, ordering: .relaxed)
        accepted.add(1, ordering: .relaxed)
    }

    func leave() { connections.subtract(1, ordering: .relaxed) }

    var isFull: Bool { connections.load(ordering: .relaxed) >= capacity }
    /// Whether idle connections should make room.
    var isCrowded: Bool { connections.load(ordering: .relaxed) > capacity / 4 * 3 }

    func beginHandshake() { handshakes.add(1, ordering: .relaxed) }

    func endHandshake() { handshakes.subtract(1, ordering: .relaxed) }

    var isFullAtHandshake: Bool { handshakes.load(ordering: .relaxed) >= handshakeCapacity }
    var isCrowdedAtHandshake: Bool { handshakes.load(ordering: .relaxed) >= handshakeCapacity / 4 }

    /// Takes room for a body; false if there is none.
    func reserve(bodyBytes count: Int) -> Bool {
        let total = bodyBytes.add(count, ordering: .relaxed).newValue
        guard total > bodyCapacity else { return true }
        bodyBytes.subtract(count, ordering: .relaxed)
        return false
    }

    func release(bodyBytes count: Int) { bodyBytes.subtract(count, ordering: .relaxed) }
}
