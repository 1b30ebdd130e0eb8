import Cryptography
import FolderFormat
import LedgerCore
import Seeded
import SharedFolders
import Synchronization

/// One folder that every home of a story sees, with the service's bad days; it also watches over what is written.
final class SimulatedFolder: Sendable {
    struct File {
        var bytes: [UInt8]
        var tag: Int64
        let createdAt: Int64
        var modifiedAt: Int64
        /// What the last whole file said.
        var plain: [UInt8]
    }

    struct State {
        var files: [RelativePath: File] = [:]
        var directories: [RelativePath: Int64] = [:]
        var changes: Int64 = 0
        var dice: Dice
        var weather: Weather?
        /// What must never happen, and did.
        var violations: [String] = []
        /// Which devices' directories a home wrote to.
        var writers: [Int: Set<String>] = [:]
        /// What was written since the diary was last kept.
        var trace: [String] = []
    }

    /// Stands in everything that people type: it must not be found in any byte that leaves a home.
    static let secret = "GEHEIM"

    let key: SymmetricKey
    let clock = Mutex<Int64>(1_780_000_000_000)
    let state: Mutex<State>

    init(_ seed: UInt64, key: SymmetricKey, isHarsh: Bool) {
        self.key = key
        var dice = Dice(seed ^ 0xF01D)
        let weather = Weather(&dice, isHarsh: isHarsh)
        state = Mutex(State(dice: dice, weather: weather))
    }

    var now: Int64 { clock.withLock { $0 } }

    func takeTrace() -> [String] {
        state.withLock { state in
            defer { state.trace = [] }
            return state.trace
        }
    }

    func pass(_ milliseconds: Int64) { clock.withLock { $0 += milliseconds } }

    /// From now on the service does what it should.
    func clearUp() { state.withLock { $0.weather = nil } }

    /// Every event in the folder, file by file; a file that does not open is a violation.
    func events() -> [Event] { files().flatMap(\.events) }

    func files() -> [(path: RelativePath, events: [Event])] {
        state.withLock { state in
            state.files.keys.sorted { $0.description < $1.description }.filter { $0.names.count == 3 }.map { path in
                guard let plain = try? Segment.open(state.files[path]?.bytes ?? [], key: key, file: "") else {
                    state.violations.append("\(path) does not open")
                    return (path, [])
                }
                return (path, SegmentContents(decoding: plain, file: "").events)
            }
        }
    }
}

// MARK: - The service

extension SimulatedFolder {
    func list(_ directory: RelativePath) throws(FolderError) -> [FolderEntry] {
        let now = now
        return try state.withLock { state throws(FolderError) in
            try state.fail()
            guard directory == .folder || state.directories[directory] != nil else { throw .missing }
            let isBehind = state.happens(\.listing)
            var entries: [FolderEntry] = []
            for (path, tag) in state.directories where path.parent == directory && path != .folder {
                let etag = state.tags ? ETag("d\(tag)") : nil
                entries.append(
                    FolderEntry(name: path.name ?? "", kind: .directory, etag: etag, size: 0, modifiedAt: 0))
            }
            for (path, file) in state.files where path.parent == directory {
                if isBehind, file.createdAt > now - Weather.lag { continue }
                entries.append(
                    FolderEntry(
                        name: path.name ?? "", kind: .file, etag: ETag("f\(file.tag)"), size: file.bytes.count,
                        modifiedAt: file.modifiedAt))
            }
            entries.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
            guard isBehind, !entries.isEmpty else { return entries }
            let index = Int.random(in: 0..<entries.count, using: &state.dice)
            if state.dice.chance(0.5) { entries.remove(at: index) } else { entries.append(entries[index]) }
            return entries
        }
    }

    func read(_ path: RelativePath, limit: Int) throws(FolderError) -> FolderFile {
        let now = now
        return try state.withLock { state throws(FolderError) in
            try state.fail()
            guard let file = state.files[path] else { throw .missing }
            if file.createdAt > now - Weather.lag, state.happens(\.lagging) { throw .missing }
            return FolderFile(bytes: file.bytes, etag: ETag("f\(file.tag)"))
        }
    }

    func write(
        _ bytes: [UInt8], to path: RelativePath, if precondition: Precondition, by home: Int
    ) throws(FolderError) -> ETag {
        let now = now
        return try state.withLock { state throws(FolderError) in
            try state.fail()
            if state.happens(\.failing) { throw .full }
            guard path.parent == .folder || state.directories[path.parent] != nil else { throw .missing }
            let there = state.files[path].map { ETag("f\($0.tag)") }
            switch precondition {
            case .none: break
            case .absent: guard there == nil else { throw .changed }
            case .matches(let tag): guard there == tag else { throw .changed }
            }
            if state.happens(\.changing) { throw .changed }
            if state.weather?.isAtomic == false, state.happens(\.losing) {
                let length = Int.random(in: 0...bytes.count, using: &state.dice)
                state.trace.append("home \(home) leaves \(length) of \(bytes.count) bytes in \(path)")
                _ = state.put(Array(bytes.prefix(length)), path, plain: nil, now)
                throw .unreachable("cut")
            }
            if path.names.count == 3 { state.writers[home, default: []].insert(path.parent.name ?? "") }
            watch(bytes, path, home, &state)
            let plain = try? Segment.open(bytes, key: key, file: "")
            let tag = state.put(bytes, path, plain: plain, now)
            state.trace.append("home \(home) puts \(bytes.count) bytes into \(path)")
            if state.happens(\.losing) { throw .unreachable("the answer was lost") }
            return tag
        }
    }

    func makeDirectory(_ directory: RelativePath) throws(FolderError) {
        try state.withLock { state throws(FolderError) in
            try state.fail()
            state.make(directory)
        }
    }

    /// Nothing that was in a file is ever gone from it, and nothing can be read without the key.
    private func watch(_ bytes: [UInt8], _ path: RelativePath, _ home: Int, _ state: inout State) {
        let secret = Array(Self.secret.utf8)
        for start in bytes.indices where bytes[start] == secret[0] && bytes[start...].starts(with: secret) {
            state.violations.append("\(path) is readable")
        }
        guard path.names.count == 3 else { return }
        guard let plain = try? Segment.open(bytes, key: key, file: "") else {
            return state.violations.append("home \(home) wrote what does not open to \(path)")
        }
        if let old = state.files[path]?.plain, !plain.starts(with: old) {
            state.violations.append("home \(home) wrote over events in \(path)")
        }
    }
}

extension SimulatedFolder.State {
    var tags: Bool { weather?.tagsDirectories ?? true }

    mutating func happens(_ what: KeyPath<Weather, Double>) -> Bool {
        guard let weather else { return false }
        return dice.chance(weather[keyPath: what])
    }

    mutating func fail() throws(FolderError) {
        if happens(\.failing) { throw .unreachable("a bad day", retryAfter: dice.chance(0.5) ? .seconds(10) : nil) }
    }

    mutating func make(_ directory: RelativePath) {
        for length in 1...max(directory.names.count, 1) {
            let path = RelativePath(directory.names.prefix(length).joined(separator: "/")) ?? .folder
            if directories[path] == nil { directories[path] = 0 }
        }
        touch(directory)
    }

    mutating func touch(_ path: RelativePath) {
        changes += 1
        for known in directories.keys where path.names.starts(with: known.names) { directories[known] = changes }
    }

    mutating func put(_ bytes: [UInt8], _ path: RelativePath, plain: [UInt8]?, _ now: Int64) -> ETag {
        touch(path)
        let old = files[path]
        files[path] = SimulatedFolder.File(
            bytes: bytes, tag: changes, createdAt: old?.createdAt ?? now, modifiedAt: now,
            plain: plain ?? old?.plain ?? [])
        return ETag("f\(changes)")
    }
}
