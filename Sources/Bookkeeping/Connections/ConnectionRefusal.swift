import SharedFolders

/// Why a folder connection is not set up, or nobody is signed in through it.
package enum ConnectionRefusal: Error, Hashable, Sendable {
    /// A field can not be what it is; the sentence says why.
    case unusable(field: String, String)
    case wrongPassword
    /// The service answered, and can not be used.
    case rejected(String)
    case unreachable(String, retryAfter: Int? = nil)
    /// There is nobody to sign in for a connection of this kind, or not in this way.
    case noSuchSignIn(String)
    /// This server has no registration at Microsoft.
    case unregistered(String)
    /// The pasted address answers no sign-in that is under way.
    case wrongAnswer(String)
    case signInRefused(String)

    package var code: String {
        switch self {
        case .unusable: "unusable-connection"
        case .wrongPassword: "wrong-password"
        case .rejected: "connection-rejected"
        case .unreachable: "folder-unreachable"
        case .noSuchSignIn: "no-such-sign-in"
        case .unregistered: "not-registered"
        case .wrongAnswer: "wrong-sign-in-address"
        case .signInRefused: "sign-in-refused"
        }
    }

    package var status: Int {
        switch self {
        case .unreachable: 503
        case .noSuchSignIn, .unregistered: 409
        case .unusable, .wrongPassword, .rejected, .wrongAnswer, .signInRefused: 422
        }
    }

    package var field: String? {
        switch self {
        case .unusable(let field, _): field
        case .wrongPassword: "password"
        case .rejected: "url"
        case .wrongAnswer, .signInRefused: "address"
        case .unreachable, .noSuchSignIn, .unregistered: nil
        }
    }

    package var message: String {
        switch self {
        case .unusable(_, let sentence), .noSuchSignIn(let sentence), .unregistered(let sentence),
            .wrongAnswer(let sentence), .signInRefused(let sentence):
            sentence
        case .wrongPassword:
            "The server refuses this user name and password. With Nextcloud, use an app password made for this."
        case .rejected(let reason): "This address can not be used (\(reason))."
        case .unreachable(let reason, _): "The service does not answer (\(reason)). Try again later."
        }
    }

    package var retryAfterSeconds: Int? {
        if case .unreachable(_, let seconds) = self { seconds ?? 30 } else { nil }
    }
}

extension ConnectionRefusal {
    /// Of a probe.
    init(_ error: FolderError) {
        self =
            switch error {
            case .unreachable(let reason, let wait):
                .unreachable(reason, retryAfter: wait.map { Int($0.components.seconds) + 1 })
            case .signInNeeded: .wrongPassword
            case .denied(let reason), .damaged(let reason): .rejected(reason)
            case .missing: .rejected("there is no such folder")
            case .changed: .rejected("somebody else changes what is written there")
            case .full: .rejected("there is no room left")
            }
    }

    init(_ refusal: WebDAVSettings.Refusal) {
        self =
            switch refusal {
            case .address(let sentence): .unusable(field: "url", sentence)
            case .user(let sentence): .unusable(field: "username", sentence)
            case .password(let sentence): .unusable(field: "password", sentence)
            }
    }

    init(_ failure: SignInFailure) {
        self =
            switch failure {
            case .unregistered: .unregistered(failure.reason)
            case .badAnswer(let reason): .wrongAnswer(reason)
            case .refused(let reason): .signInRefused(reason)
            case .unreachable(let reason, let wait):
                .unreachable(reason, retryAfter: wait.map { Int($0.components.seconds) + 1 })
            }
    }
}
