/// What was found where a write should go, after the service refused it or gave no answer.
struct FoundThere: Equatable {
    let tagMatches: Bool
    let hasOurBytes: Bool
}

/// What is to be done then. Pure.
enum WriteVerdict: Equatable {
    /// It is our own write, whose answer was lost.
    case done
    /// Nothing speaks against the write: the service refused without a reason, or it never arrived.
    case again
    case changed

    init(_ precondition: Precondition, _ found: FoundThere?) {
        self =
            switch (precondition, found) {
            case (.matches, let found?) where found.tagMatches: .again
            case (_, let found?) where found.hasOurBytes: .done
            case (.none, _): .again
            case (.absent, nil): .again
            case (.absent, _), (.matches, _): .changed
            }
    }
}

extension OneDriveFolder {
    /// OneDrive documents `fail` for what must be new and `If-Match` only for other requests than this one; what it
    /// refuses, and what it leaves without an answer, is decided by looking at what is there. So the outcome is right
    /// whether a condition is honoured or not, as long as one home alone writes the file, or readers merge.
    package func write(
        _ bytes: [UInt8], to file: RelativePath, if precondition: Precondition
    ) async throws(FolderError) -> ETag {
        guard let name = file.name else { throw .damaged("the folder itself is not a file") }
        var lastReason = FolderError.unreachable("OneDrive refuses to write \(file) without a reason")
        for attempt in 0..<OneDriveLimits.writeAttempts {
            if attempt > 0 { try await pause(after: attempt) }
            switch try await put(bytes, file, name, precondition) {
            case .written(let item):
                guard let etag = item.tag else { throw DriveCalls.unreadable }
                return etag
            case .missing:
                // `put` waited as long as waiting makes sense.
                throw try await refusal(file)
            case .conflict: break
            case .unknown(let reason): lastReason = reason
            }
            let found = try await self.file(file)
            switch WriteVerdict(precondition, try await compare(found, bytes, file, precondition)) {
            case .done:
                guard let etag = found?.tag else { throw DriveCalls.unreadable }
                return etag
            case .changed: throw .changed
            case .again: continue
            }
        }
        throw lastReason
    }

    private func compare(
        _ found: DriveItem?, _ bytes: [UInt8], _ file: RelativePath, _ precondition: Precondition
    ) async throws(FolderError) -> FoundThere? {
        guard let found else { return nil }
        var tagMatches = false
        if case .matches(let etag) = precondition { tagMatches = DriveTag(etag).names(found) }
        guard !tagMatches, found.size == bytes.count else {
            return FoundThere(tagMatches: tagMatches, hasOurBytes: false)
        }
        let there = try await read(found, file, limit: bytes.count)
        return FoundThere(tagMatches: false, hasOurBytes: there.bytes == bytes)
    }

    /// One PUT, into a folder that may be too new to take it yet.
    private func put(
        _ bytes: [UInt8], _ file: RelativePath, _ name: String, _ precondition: Precondition
    ) async throws(FolderError) -> DriveCalls.Put {
        for wait in [nil] + OneDriveLimits.newFolderWaits.map({ $0 as Duration? }) {
            if let wait { try await pause(wait) }
            let directory = try await directory(file.parent)
            let outcome: DriveCalls.Put
            switch precondition {
            case .none: outcome = try await put(bytes, directory.below([name]), .replace, file)
            case .absent: outcome = try await create(bytes, directory.below([name]), file)
            case .matches(let etag): outcome = try await replace(bytes, file, DriveTag(etag))
            }
            guard case .missing = outcome else { return outcome }
            // Its id may be that of a folder which is not there any more; then this says so.
            if wait == nil && !place.isNew(file.parent, at: account.clock.elapsed()) { place.forget(file.parent) }
        }
        return .missing
    }

    /// A look first: `fail` may not see a name that differs in case only.
    private func create(
        _ bytes: [UInt8], _ address: ItemAddress, _ file: RelativePath
    ) async throws(FolderError) -> DriveCalls.Put {
        if try await calls.item(address, file.description) != nil { return .conflict }
        return try await put(bytes, address, .create, file)
    }

    /// A look first: it tells a changed file also where `If-Match` is not honoured.
    private func replace(_ bytes: [UInt8], _ file: RelativePath, _ tag: DriveTag) async throws(FolderError)
        -> DriveCalls.Put
    {
        guard let there = try await self.file(file), tag.names(there) else { return .conflict }
        let address = ItemAddress.item(there.id, in: try await location().drive)
        return try await put(bytes, address, there.eTag.map { .ifMatch($0) } ?? .replace, file)
    }

    private func put(
        _ bytes: [UInt8], _ address: ItemAddress, _ mode: DriveCalls.PutMode, _ file: RelativePath
    ) async throws(FolderError) -> DriveCalls.Put {
        do throws(FolderError) {
            return try await calls.put(bytes, to: address, mode, file.description)
        } catch {
            // A folder of that name is refused in several ways.
            guard case .denied = error, try await find(address, [], file.description)?.kind == .folder else {
                throw error
            }
            throw .damaged("\(file) is a folder in OneDrive")
        }
    }

    /// Why nothing can be written where the folder itself can be seen: a share that is for reading only answers 404.
    private func refusal(_ file: RelativePath) async throws(FolderError) -> FolderError {
        try await requireRoot(try await location())
        if place.isNew(file.parent, at: account.clock.elapsed()) { return Self.lagging(file.parent.description) }
        return .denied("OneDrive does not let this account write here: the folder may be shared for reading only")
    }
}
