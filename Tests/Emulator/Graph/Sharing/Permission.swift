/// One row of who may do what with an item: a link and those who redeemed it, or an invitation.
struct Permission: Sendable {
    struct Link: Sendable {
        var type: String
        var scope: String
        var address: String
        var isRevoked = false
    }

    let id: String
    let drive: String
    let item: String
    let shareID: String
    var access: Access
    /// Whom it reaches: invited, or redeemed for good.
    var users: Set<User.Name> = []
    var link: Link?

    /// An anonymous link by itself reaches nobody: it must be redeemed.
    func reaches(_ user: User.Name) -> Bool { users.contains(user) }

    var role: String { access.contains(.write) ? "write" : "read" }
}
