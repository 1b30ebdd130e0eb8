import Glibc

extension Descriptor {
    /// The whole file; `damaged` when it has more than `limit` bytes.
    borrowing func read(limit: Int, _ subject: String) throws(FolderError) -> [UInt8] {
        let size = try status(subject).size
        guard size <= limit else { throw .damaged("\(subject) has more than \(limit) bytes") }
        // One byte more than expected, so that a file that grows meanwhile is noticed.
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let room = min(limit + 1, max(size + 1, bytes.count + 65_536)) - bytes.count
            let count = try readMore(room, into: &bytes, subject)
            if count == 0 { return bytes }
        }
        throw .damaged("\(subject) has more than \(limit) bytes")
    }

    /// Appends up to `room` bytes from where the file stands; 0 at its end.
    private borrowing func readMore(
        _ room: Int, into bytes: inout [UInt8], _ subject: String
    ) throws(FolderError) -> Int {
        let number = self.number
        var failure: CInt = 0
        let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            var answer = -1
            repeat { answer = Glibc.read(number, buffer.baseAddress, room) } while answer < 0 && errno == EINTR
            count = max(0, answer)
            if answer < 0 { failure = errno }
        }
        guard failure == 0 else { throw FolderError(errno: failure, subject) }
        if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
        return chunk.count
    }

    borrowing func write(_ bytes: [UInt8], _ subject: String) throws(FolderError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(number, $0.baseAddress?.advanced(by: written), $0.count - written)
            }
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                throw count == 0 ? .full : FolderError(errno: errno, subject)
            }
        }
    }

    /// The names in this directory, in no order, without `.` and `..`. A name that is not UTF-8 comes out with
    /// replacement characters: nothing is found under it, so it is left out of listings.
    borrowing func names() throws(FolderError) -> [String] {
        let copy = openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw FolderError(errno: errno, "directory") }
        guard let stream = fdopendir(copy) else {
            let failure = errno
            close(copy)
            throw FolderError(errno: failure, "directory")
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
            guard names.count <= FolderLimits.listedEntries else { throw .damaged("too many entries in one directory") }
            errno = 0
        }
        guard errno == 0 else { throw FolderError(errno: errno, "directory") }
        return names
    }
}
