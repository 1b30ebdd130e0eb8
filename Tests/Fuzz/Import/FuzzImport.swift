import FuzzDriver
import Glibc
import Interchange
import LedgerCore

/// Any bytes as a file of another program. Nothing may trap; what is understood adds up, and cutting the file elsewhere
/// changes nothing.
@main struct FuzzImport {
    static func main() {
        exit(
            fuzz { start, count in
                let bytes = Array(UnsafeBufferPointer(start: start, count: count))
                guard let plan = try? ImportReading.plan(of: bytes) else { return 0 }
                for entry in plan.entries {
                    precondition(entry.amount > 0 && entry.parts.reduce(0) { $0 + $1.net } == 0)
                    precondition(Set(entry.parts.map(\.person)).count == entry.parts.count)
                    precondition(entry.title.unicodeScalars.count <= Limits.titleLength)
                }
                for book in plan.books { precondition(book.nets.values.reduce(0, +) == 0) }
                var reading = ImportReading()
                for byte in bytes { guard (try? reading.read([byte])) != nil else { return 0 } }
                precondition((try? reading.finish())?.entries == plan.entries)
                return 0
            })
    }
}
