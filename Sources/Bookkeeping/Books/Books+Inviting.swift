package import Accounts
import Cryptography
package import LedgerCore
import SQLiteStore
import SharedFolders

/// Text for another home (`SC-ARC-ENC-4`): whoever has it has the ledger.
package struct Invitation: Sendable {
    package let text: String
    package let joinCode: String
    /// Where the folder is shared, when its service has such links.
    package let shareLink: String?
    /// What to know about the link, or why there is none.
    package let advice: String?
}

extension Books {
    package func joinCode(of ledger: LedgerID) throws(Denial) -> String {
        JoinCode.encode(try shelved(ledger).record.key)
    }

    package func invitation(to ledger: OpenLedger) async throws -> Invitation {
        let code = try joinCode(of: ledger.id)
        let name = await ledger.read { $0.state.name }
        let (link, advice) = try await shareLink(to: ledger.id)
        let folder =
            link == nil
            ? "choose the shared folder, and paste this text" : "connect your OneDrive, and paste all of this text"
        let lines = [
            "Join the ledger “\(name)” in SplitClone: open “Join a ledger”, \(folder).", link, code,
            "Whoever has this can read and change everything in the ledger: send it only where you trust the channel.",
        ]
        return Invitation(
            text: lines.compactMap { $0 }.joined(separator: "\n"), joinCode: code, shareLink: link, advice: advice)
    }

    /// Lets one person into the ledger's folder in OneDrive by their mail address; Microsoft tells them, with a link. The
    /// join code is not in that mail.
    package func invite(_ mail: String, to ledger: LedgerID) async throws {
        guard let place = try shelved(ledger).record.folder,
            let folder = try await folder(at: place) as? OneDriveFolder
        else { throw SharingRefusal.notByMail }
        do {
            try await answerOfFolder { try await folder.invite(mail) }
        } catch FolderError.denied(let reason) {
            throw SharingRefusal.mailRefused(reason)
        } catch let error as FolderError {
            throw SharingRefusal(error)
        }
    }

    /// Makes the link, or finds the one that was made before. Who may not share the folder can invite without.
    private func shareLink(to ledger: LedgerID) async throws -> (link: String?, advice: String?) {
        guard let place = try shelved(ledger).record.folder,
            let folder = try await folder(at: place) as? OneDriveFolder
        else { return (nil, nil) }
        do {
            let link = try await answerOfFolder { try await folder.shareLink() }
            return (link.address, link.advice)
        } catch FolderError.denied(let reason) {
            return (nil, "There is no link: \(reason).")
        } catch let error as FolderError {
            throw SharingRefusal(error)
        }
    }
}
