/// Why a data directory was not opened. Each says what is wrong in one sentence, and what to do about it in another.
package enum StoreOpeningError: Error, Sendable, Equatable {
    case directoryUnusable(path: String, reason: String)
    case inUse(path: String)
    case newer(path: String)
    case masterKeyMissing(path: String)
    case masterKeyExposed(path: String)
    case masterKeyMalformed(path: String)
    case masterKeyUnreadable(path: String, reason: String)
    case masterKeyOfAnotherStore(path: String)
    case notDurable(setting: String)
    case unusable(StoreError)
}

extension StoreOpeningError {
    package var message: String {
        switch self {
        case .directoryUnusable(let path, let reason): "the data directory \(path) cannot be used: \(reason)"
        case .inUse(let path): "another splitclone server uses \(path)"
        case .newer(let path): "\(path) was written by a newer version of splitclone"
        case .masterKeyMissing(let path): "the master key \(path) is missing, and the database beside it needs it"
        case .masterKeyExposed(let path): "the master key \(path) can be read or changed by others"
        case .masterKeyMalformed(let path): "\(path) is not a master key"
        case .masterKeyUnreadable(let path, let reason): "the master key \(path) cannot be read: \(reason)"
        case .masterKeyOfAnotherStore(let path): "the master key does not belong to \(path)"
        case .notDurable(let setting): "SQLite does not keep what it is told here: \(setting)"
        case .unusable(let error): error.message
        }
    }

    package var hint: String? {
        switch self {
        case .directoryUnusable: "give a directory that this user may write, with --data DIR"
        case .inUse: "stop the other server, or give this one its own --data DIR"
        case .newer: "install the newer version again, or restore a backup into a new --data DIR"
        case .masterKeyMissing: "put the key back from your backup; without it nothing in the database can be read"
        case .masterKeyExposed(let path): "chmod 600 \(path)"
        case .masterKeyMalformed: "a master key is 64 hexadecimal digits; put the right file back from your backup"
        case .masterKeyUnreadable: "run splitclone as the user that owns the file"
        case .masterKeyOfAnotherStore: "put back the key that was made with this database"
        case .notDurable: "keep the data directory on a local disk"
        case .unusable(.full): "make room on the disk"
        case .unusable(.busy): "ask again in a moment"
        case .unusable: nil
        }
    }
}

extension StoreError {
    package var message: String {
        switch self {
        case .full: "the disk is full"
        case .io(let detail): "the disk does not answer as it should (\(detail))"
        case .busy: "the store is busy"
        case .damaged(let detail): "the store is damaged (\(detail))"
        case .taken: "it exists already"
        case .missing: "it is not there"
        case .outOfStep: "the bytes do not continue their segment"
        case .closed: "the store is closed"
        }
    }
}
