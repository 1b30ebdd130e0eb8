/// Holds a secret: whoever prints it, or looks into it by reflection, learns its type alone.
package protocol Concealed: CustomStringConvertible, CustomReflectable {}

extension Concealed {
    package var description: String { "\(Self.self)" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
