/// A bucket for expenses that can have a budget.
package struct Category: Hashable, Sendable {
    package let id: CategoryID
    package internal(set) var input: CategoryInput
    package let created: Stamp
}

package struct CategoryInput: Hashable, Sendable {
    package var name: String
    /// A short text, usually one emoji.
    package var icon: String?
    package var colour: Colour?
    /// Who alone bears what is in it; nil when it is shared. Fixed when the category is created.
    package var owner: ParticipantID?

    package init(name: String, icon: String? = nil, colour: Colour? = nil, owner: ParticipantID? = nil) {
        self.name = name
        self.icon = icon
        self.colour = colour
        self.owner = owner
    }
}
