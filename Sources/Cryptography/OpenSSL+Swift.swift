import COpenSSL

// OpenSSL answers 1 for done. The calls of this module can fail only when memory or the machine's random source is
// gone, or when the program is wrong: nothing that goes on after that could be trusted, so the process ends.

func succeeded(_ result: Int32, _ function: StaticString = #function) {
    precondition(result == 1, "OpenSSL failed in \(function)")
}

func succeeded<T>(_ pointer: T?, _ function: StaticString = #function) -> T {
    guard let pointer else { preconditionFailure("OpenSSL failed in \(function)") }
    return pointer
}

extension UnsafeRawBufferPointer {
    /// The bytes as C functions want them.
    var bytes: UnsafePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}

extension UnsafeMutableRawBufferPointer {
    var bytes: UnsafeMutablePointer<UInt8>? { baseAddress?.assumingMemoryBound(to: UInt8.self) }
}
