/// How the emulator behaves where the service has several manners. `uncertainties` can be named without the word:
/// `switches.putIfNoneMatch = .ignored`.
@dynamicMemberLookup
package struct Switches: Sendable {
    package enum Refresh: String, Sendable, CaseIterable {
        /// A new refresh token each time; the old one goes on working, as at Microsoft.
        case keepsOld
        /// The old one is dead at once.
        case strict
        /// No new one in the answer: the client keeps the old.
        case omitsNew
    }
    package enum Authorization: Sendable {
        /// A page where a person chooses the account or declines.
        case asks
        case approves(User.Name)
        case declines
    }
    package enum DriveIDForm: String, Sendable, CaseIterable { case asIs, upperCase, lowerCase, withoutLeadingZeros }
    package enum SharedWithMe: String, Sendable, CaseIterable { case empty, oneItem, notFound, gone }
    package enum CreatedFolder: String, Sendable, CaseIterable { case whole, emptyOK, emptyCreated }
    package enum RedirectBody: String, Sendable, CaseIterable { case empty, html }
    package enum BusinessFolderTag: String, Sendable, CaseIterable { case absent, still }

    package var uncertainties = Uncertainties()

    // Sign-in
    package var authorization = Authorization.approves(.owner)
    package var refresh = Refresh.keepsOld
    /// Seconds, as everywhere here.
    package var accessTokenLife = 3600
    package var refreshTokenLife = 90 * 86_400
    package var codeLife = 600
    package var deviceCodeLife = 900
    package var deviceInterval = 5
    /// The RFC's `access_denied` instead of Microsoft's `authorization_declined`.
    package var declinesAsRFC = false

    // Answers
    package var errorForm = Effect.ErrorForm.json
    package var driveIDForm = DriveIDForm.asIs
    package var redirectBody = RedirectBody.empty
    package var businessFolderTag = BusinessFolderTag.absent
    package var createdFolder = CreatedFolder.whole
    package var sharedWithMe = SharedWithMe.empty

    // Limits
    package var pageLimit = 200
    /// `$top` above the page limit is refused instead of being lowered.
    package var refusesLargePages = false
    package var nextLinkLife = 3600
    package var putLimit = 4 << 20
    package var quota = 5 << 30

    // Downloads
    package var downloadLife = 300
    package var downloadsHonourRange = true
    /// 400 for `If-Match` and its like at the download host.
    package var downloadsRefuseConditions = false
    /// 401 on the first use of each address.
    package var downloadsFailOnce = false

    // Lag, counted in requests to Graph
    package var lag = Lag()
    /// So many requests after a PUT the eTag rises without a change of content (D23).
    package var postProcessing: Int?

    /// Before every answer. Real time.
    package var latency: Duration = .zero

    /// How late the service notices what was written (F28).
    package struct Lag: Sendable, Equatable {
        /// A new item is 404 by path for so many requests.
        package var byPath = 0
        /// A new item is 404 by id for so many requests.
        package var byID = 0
        /// An upload into a new folder is 404 for so many requests.
        package var intoNewFolder = 0
        /// The listing of a new folder is 404 so many times …
        package var listNotFound = 0
        /// … and then empty so many times.
        package var listEmpty = 0

        package init() {}
    }

    package init() {}

    package subscript<Setting>(dynamicMember path: WritableKeyPath<Uncertainties, Setting>) -> Setting {
        get { uncertainties[keyPath: path] }
        set { uncertainties[keyPath: path] = newValue }
    }
}
