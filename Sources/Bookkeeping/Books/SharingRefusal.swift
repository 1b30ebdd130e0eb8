/// Why a ledger is not created in a folder, joined from one, or attached to one.
package enum SharingRefusal: Error, Hashable, Sendable {
    /// The text is no join code, or a character of it is wrong.
    case malformedJoinCode(isMistyped: Bool)
    /// It holds codes of different ledgers.
    case severalJoinCodes
    /// A good code, but of another ledger.
    case wrongJoinCode
    case notALedger(String)
    case ledgerTooNew(schemaVersion: Int)
    case folderUnreachable(String)
    case folderNotEmpty
    /// Nobody is signed in at the service that the folder is at.
    case signInNeeded(String)
    case unusableShareLink(String)
    /// Only OneDrive lets people in by their mail address.
    case notByMail
    case mailRefused(String)
    case otherLedger
    case noFolderNamed
    /// The invitation leads to a service, and nothing says as whom to go there.
    case noConnectionNamed
    /// Neither a path nor a link says which of the folders there.
    case noPlaceNamed
    case severalShareLinks
    case noSuchConnection
    case unusablePath
    case outsideRoots
    /// Events that no folder has yet would be lost.
    case notPushedYet(events: Int)
    case wrongConfirmation

    package var code: String {
        switch self {
        case .malformedJoinCode: "malformed-join-code"
        case .severalJoinCodes: "several-join-codes"
        case .wrongJoinCode: "wrong-join-code"
        case .notALedger: "not-a-ledger"
        case .ledgerTooNew: "ledger-too-new"
        case .folderUnreachable: "folder-unreachable"
        case .folderNotEmpty: "folder-not-empty"
        case .signInNeeded: "sign-in-needed"
        case .unusableShareLink: "unusable-share-link"
        case .notByMail: "not-by-mail"
        case .mailRefused: "mail-refused"
        case .otherLedger: "other-ledger"
        case .noFolderNamed: "folder-needed"
        case .noConnectionNamed: "connection-needed"
        case .noPlaceNamed: "share-link-needed"
        case .severalShareLinks: "several-share-links"
        case .noSuchConnection: "no-such-connection"
        case .unusablePath: "unusable-path"
        case .outsideRoots: "outside-folder-roots"
        case .notPushedYet: "not-pushed-yet"
        case .wrongConfirmation: "wrong-confirmation"
        }
    }

    /// 503 for what may pass by itself, 409 for what is in the way, 422 for what was asked wrongly.
    package var status: Int {
        switch self {
        case .folderUnreachable: 503
        case .folderNotEmpty, .otherLedger, .notPushedYet, .signInNeeded, .notByMail: 409
        default: 422
        }
    }

    /// The field of the request that it is about.
    package var field: String? {
        switch self {
        case .malformedJoinCode, .severalJoinCodes, .wrongJoinCode: "joinCode"
        case .noFolderNamed, .noConnectionNamed, .noSuchConnection, .signInNeeded: "connectionId"
        case .noPlaceNamed, .severalShareLinks, .unusableShareLink: "shareLink"
        case .notALedger, .ledgerTooNew, .folderNotEmpty, .otherLedger, .unusablePath, .outsideRoots: "path"
        case .wrongConfirmation: "confirmName"
        case .mailRefused: "email"
        case .folderUnreachable, .notPushedYet, .notByMail: nil
        }
    }

    package var message: String {
        switch self {
        case .malformedJoinCode(isMistyped: false):
            "This is not a join code. It starts with SC1. and is found under the ledger's settings in the other home."
        case .malformedJoinCode: "A character of the join code is wrong. Copy it again, or scan it."
        case .severalJoinCodes: "This text holds join codes of different ledgers. Paste one of them."
        case .wrongJoinCode: "This join code belongs to another ledger than the one in this folder."
        case .notALedger(let reason): "This folder holds no SplitClone ledger (\(reason)). Choose another one."
        case .ledgerTooNew(let version):
            "This ledger was written by a newer SplitClone (format version \(version)). Update this server first."
        case .folderUnreachable(let reason): "The folder does not answer (\(reason)). Try again later."
        case .folderNotEmpty: "The folder is not empty. Choose an empty one or a new one."
        case .signInNeeded(let reason): "Sign in at the folder connection first (\(reason))."
        case .notByMail: "Only a folder in OneDrive can be shared by mail."
        case .mailRefused(let reason): "Nobody was invited: \(reason)."
        case .unusableShareLink(let reason): "The link does not lead to the ledger's folder: \(reason)."
        case .otherLedger: "The folder holds another ledger. Choose this ledger's own folder, or an empty one."
        case .noFolderNamed: "Say in which folder the ledger is: give a connection and a path."
        case .noConnectionNamed:
            "This invitation leads to a folder in OneDrive. Connect your OneDrive, sign in there, and say which connection to use (connectionId)."
        case .noPlaceNamed:
            "Say where in OneDrive the ledger is: paste the whole invitation with its link, or give the link or the path."
        case .severalShareLinks: "This text holds several links. Say which of them leads to the folder."
        case .noSuchConnection: "There is no such folder connection. Choose one of yours."
        case .unusablePath: "This can not be a path in a shared folder. Use names separated by /."
        case .outsideRoots: "This directory is outside of the folders that this server may use."
        case .notPushedYet(let events):
            "\(events) changes are not in the folder yet and would be lost. Sync first, or confirm with the ledger's name."
        case .wrongConfirmation: "Type the ledger's name exactly to confirm."
        }
    }
}
