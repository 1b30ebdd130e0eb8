/// The versions of the folder's format (`SC-ARC-FMT-2`): which of them this program reads and writes.
package enum SchemaVersion {
    package static let oldest = 1
    /// Whatever says a higher number is refused as a whole, never half understood.
    package static let newest = 1
}
