/// What nobody could tell for certain about the service (section 7.0 of the facts): each with the settings it may have.
/// A client is right only when it is right under all of them.
package struct Uncertainties: Sendable, Equatable {
    /// D4: the children of a file.
    package enum ListOfFile: String, Sendable, CaseIterable { case refused, empty }
    /// D13: create-only PUT onto a name that differs in case only.
    package enum OtherCase: String, Sendable, CaseIterable { case conflict, replaces }
    /// D15, D16: a precondition on PUT content.
    package enum Precondition: String, Sendable, CaseIterable { case honoured, ignored }
    /// D15: `If-Match` for what is not there.
    package enum IfMatchAbsent: String, Sendable, CaseIterable { case notFound, preconditionFailed }
    /// D17: PUT below a folder that does not exist.
    package enum MissingParent: String, Sendable, CaseIterable { case notFound, creates, conflict }
    /// D22: `If-None-Match` on a read.
    package enum ConditionalRead: String, Sendable, CaseIterable { case notModifiedWithTag, notModifiedBare, ignored }
    /// S3: how long a redeemed link gives access.
    package enum Redeemed: String, Sendable, CaseIterable { case lasting, whileLinkExists }
    /// S4, S6: what is not shared with the caller. S5: writing where only reading is allowed.
    package enum Denial: String, Sendable, CaseIterable { case forbidden, notFound }
    /// D9: a download address after its time.
    package enum Expired: Int, Sendable, CaseIterable {
        case unauthorized = 401, forbidden = 403, notFound = 404, gone = 410
    }
    /// `If-Match` on DELETE: documented, and observed always to fail (section 2.8).
    package enum DeleteIfMatch: String, Sendable, CaseIterable { case honoured, alwaysFails }

    package var listOfFile = ListOfFile.refused
    package var failWithOtherCase = OtherCase.conflict
    package var putIfMatch = Precondition.honoured
    package var putIfMatchAbsent = IfMatchAbsent.notFound
    package var putIfNoneMatch = Precondition.honoured
    package var putWithoutParent = MissingParent.notFound
    package var conditionalRead = ConditionalRead.notModifiedWithTag
    package var redeemed = Redeemed.lasting
    package var foreignAccess = Denial.forbidden
    package var readOnlyPut = Denial.notFound
    package var expiredDownload = Expired.unauthorized
    package var deleteIfMatch = DeleteIfMatch.honoured

    package init() {}

    /// One step for each behaviour: from one value to all of them that differ in it.
    private static let steps: [@Sendable (Uncertainties) -> [Uncertainties]] = [
        { vary($0, \.listOfFile) }, { vary($0, \.failWithOtherCase) }, { vary($0, \.putIfMatch) },
        { vary($0, \.putIfMatchAbsent) }, { vary($0, \.putIfNoneMatch) }, { vary($0, \.putWithoutParent) },
        { vary($0, \.conditionalRead) }, { vary($0, \.redeemed) }, { vary($0, \.foreignAccess) },
        { vary($0, \.readOnlyPut) }, { vary($0, \.expiredDownload) }, { vary($0, \.deleteIfMatch) },
    ]

    private static func vary<Setting: CaseIterable>(
        _ one: Uncertainties, _ path: WritableKeyPath<Uncertainties, Setting>
    ) -> [Uncertainties] {
        Setting.allCases.map { setting in
            var other = one
            other[keyPath: path] = setting
            return other
        }
    }

    /// The defaults, and each other setting with everything else at its default.
    package static let oneAtATime: [Uncertainties] = {
        var all = [Uncertainties()]
        for step in steps {
            for other in step(Uncertainties()) where !all.contains(other) { all.append(other) }
        }
        return all
    }()

    /// Every combination of all settings: some 18,000; for sampling, or for those few that a suite depends on.
    package static func everyCombination() -> [Uncertainties] {
        steps.reduce([Uncertainties()]) { all, step in all.flatMap(step) }
    }
}

extension Uncertainties: CustomStringConvertible {
    /// Only what differs from the defaults: the name of a test's argument.
    package var description: String {
        let standard = Mirror(reflecting: Uncertainties()).children.map { "\($0.value)" }
        let differing = zip(Mirror(reflecting: self).children, standard).filter { "\($0.value)" != $1 }
        return differing.isEmpty
            ? "as expected" : differing.map { "\($0.0.label ?? "") \($0.0.value)" }.joined(separator: ", ")
    }
}
