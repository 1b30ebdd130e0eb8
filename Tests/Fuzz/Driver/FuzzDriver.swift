/// Hands the program over to libFuzzer, which calls `test` with inputs until one traps or its time is up.
///
/// SwiftPM keeps `main` for itself, so libFuzzer's own entry point can not be linked; this one takes the arguments.
package func fuzz(_ test: @escaping FuzzTest) -> CInt {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    return withUnsafeMutablePointer(to: &arguments) { runDriver(&count, UnsafeMutableRawPointer($0), test) }
}

package typealias FuzzTest = @convention(c) (_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt

@_extern(c, "LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutableRawPointer, _ test: FuzzTest
) -> CInt
