/// The versions of the folder's format (`SC-ARC-FMT-2`): which of them this program reads and writes.
package enum SchemaVersion {
    package static let oldest = 1
    /// Whatever says a higher number is refused as a whole, never half understood.
    package static let newest = 2
    /// What people expect of a ledger. One that is to be read by every SplitClone app is made in version 1 when somebody says
    /// so; raising a ledger's version is an act of its people.
    package static let ofNewLedgers = 2
}
