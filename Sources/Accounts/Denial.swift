/// Why someone was not let through. A closed set: every case has its status on the wire, its stable code, and one
/// sentence that says what to do.
package enum Denial: Error, Hashable, Sendable {
    /// What was looked for. Something that is not yours and something that does not exist are denied alike.
    package enum Subject: String, Hashable, Sendable {
        case account, device, token, ledger, invite
        case folderConnection = "folder-connection"
        case friend, passkey
        case linkRequest = "link-request"

        var word: String { rawValue.split(separator: "-").joined(separator: " ") }
    }

    case signInNeeded
    /// Also when there is no account of that name: nobody learns who has one.
    case wrongNameOrPassword
    case wrongPassword
    case wrongSetupCode
    case ownerOnly
    /// The secret is one for looking only.
    case readOnlyToken
    case notFound(Subject)
    case alreadySetUp
    case nameTaken
    case lastOwner
    case tooManyAttempts(retryAfterSeconds: Int)
    /// Nothing was wrong with what was asked, only how often.
    case tooOften(retryAfterSeconds: Int)
    case wrongPasskey
    /// Somebody else came in with it.
    case inviteUsed
    case ownInvite
    /// Who is one person in a ledger does not become a second one.
    case alreadyParticipant(name: String)
    case participantTaken(name: String)
    case tooManyInvites

    package var code: String {
        switch self {
        case .signInNeeded: "sign-in-needed"
        case .wrongNameOrPassword: "wrong-name-or-password"
        case .wrongPassword: "wrong-password"
        case .wrongSetupCode: "wrong-setup-code"
        case .ownerOnly: "owner-only"
        case .readOnlyToken: "read-only-token"
        case .notFound(let subject): "\(subject.rawValue)-not-found"
        case .alreadySetUp: "already-set-up"
        case .nameTaken: "name-taken"
        case .lastOwner: "last-owner"
        case .tooManyAttempts: "too-many-attempts"
        case .tooOften: "too-often"
        case .wrongPasskey: "wrong-passkey"
        case .inviteUsed: "invite-used"
        case .ownInvite: "own-invite"
        case .alreadyParticipant: "already-participant"
        case .participantTaken: "participant-taken"
        case .tooManyInvites: "too-many-invites"
        }
    }

    /// The status of RFC 9110 and RFC 6585 that says the same.
    package var status: Int {
        switch self {
        case .signInNeeded, .wrongNameOrPassword, .wrongPasskey: 401
        case .wrongPassword, .wrongSetupCode, .ownerOnly, .readOnlyToken: 403
        case .notFound: 404
        case .alreadySetUp, .nameTaken, .lastOwner, .inviteUsed, .ownInvite, .alreadyParticipant, .participantTaken,
            .tooManyInvites:
            409
        case .tooManyAttempts, .tooOften: 429
        }
    }

    package var retryAfterSeconds: Int? {
        switch self {
        case .tooManyAttempts(let seconds), .tooOften(let seconds): seconds
        default: nil
        }
    }

    package var message: String {
        switch self {
        case .signInNeeded: "Sign in first."
        case .wrongNameOrPassword: "The name or the password is wrong. Check both and try again."
        case .wrongPassword: "The current password is wrong. Type it again."
        case .wrongSetupCode: "This is not the set-up code that the server printed when it started. Copy it from there."
        case .ownerOnly: "Only the owner of this server may do this. Ask them."
        case .readOnlyToken: "This token is for reading only. Use one with the scope “full”."
        case .notFound(let subject): "There is no such \(subject.word) here."
        case .alreadySetUp: "This server is already set up. Sign in instead."
        case .nameTaken: "Another account has this name. Choose a different one."
        case .lastOwner: "This is the last owner. Make another account an owner first."
        case .tooManyAttempts(let seconds): "Too many wrong attempts. Try again in \(seconds) s."
        case .tooOften(let seconds): "That was often in a short time. Try again in \(seconds) s."
        case .wrongPasskey: "This passkey does not let anyone in here. Sign in with your password."
        case .inviteUsed: "This invite was used already. Ask for a new one."
        case .ownInvite: "This is your own invite. Send it to the person whom it is for."
        case .alreadyParticipant(let name):
            "You are already “\(name)” in this ledger. Go on as “\(name)”, or merge the two people there if both are you."
        case .participantTaken(let name):
            "“\(name)” is somebody else by now. Ask for an invite of your own, or choose another person."
        case .tooManyInvites: "Too many invites of this ledger are open. Revoke those that nobody needs."
        }
    }
}
