import SharedFolders

/// What somebody pasted: an invitation, perhaps with the rest of the mail that it came in.
enum InvitationText {
    /// The link to a shared folder in it; `nil` if there is none.
    static func shareLink(in text: String) throws(SharingRefusal) -> String? {
        let links = Set(text.split(whereSeparator: isBetweenWords).compactMap(link))
        if links.count <= 1 { return links.first }
        let ofOneDrive = links.filter { WebAddress($0).map(isOneDrive) ?? false }
        guard ofOneDrive.count == 1 else { throw .severalShareLinks }
        return ofOneDrive.first
    }

    private static func isBetweenWords(_ character: Character) -> Bool {
        character.isWhitespace || "<>\"“”„«»".contains(character)
    }

    /// A word that is a link, without the marks of a sentence around it. Plain http is for a stand-in on this machine.
    private static func link(_ word: Substring) -> String? {
        let word = word.drop { "(['".contains($0) }
        let text = String(word.reversed().drop { ".,;:!?)]'".contains($0) }.reversed())
        guard let address = WebAddress(String(text.prefix { $0 != "#" })), address.isSecure || address.isLoopback else {
            return nil
        }
        return text
    }

    private static func isOneDrive(_ address: WebAddress) -> Bool {
        let host = "." + address.host
        return [".1drv.ms", ".onedrive.live.com", ".sharepoint.com"].contains { host.hasSuffix($0) }
    }
}
