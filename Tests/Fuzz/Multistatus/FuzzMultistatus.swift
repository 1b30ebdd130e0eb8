import FuzzDriver
import Glibc
import SharedFolders

/// Any bytes as what a WebDAV server says of a directory. Nothing may trap, and what comes out are names that lead nowhere
/// else.
@main struct FuzzMultistatus {
    static func main() {
        exit(
            fuzz { start, count in
                let bytes = Array(UnsafeBufferPointer(start: start, count: count))
                guard let entries = try? Multistatus.read(bytes), let address = FuzzMultistatus.address else {
                    return 0
                }
                for member in WebDAVListing(entries, of: address, now: nil).members {
                    precondition(RelativePath.isSafe(member.name))
                }
                return 0
            })
    }

    private static let address = WebAddress("https://h.example/dav/ledger/")
}
