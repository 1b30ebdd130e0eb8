/// The colour a person has in a ledger, for everybody who looks at it. Since schema version 2.
package enum Colour: String, Hashable, Sendable, CaseIterable {
    case purple, blue, green, pink, orange, red
}
