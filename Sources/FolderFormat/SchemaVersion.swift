/// The versions of the folder's format (`SC-ARC-FMT-2`): which of them this program reads and writes.
package enum SchemaVersion {
    package static let oldest = 1
    /// Whatever says a higher number is refused as a whole, never half understood.
    package static let newest = 2
    /// New ledgers can be read by every SplitClone app. Raising a ledger's version is an act of its people.
    package static let ofNewLedgers = 1
}
