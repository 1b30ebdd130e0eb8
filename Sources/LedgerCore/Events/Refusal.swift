/// Why the ledger does not take a proposal: every reason at once, each with a stable code, the field it is about, and
/// one sentence for a person.
package struct Refusal: Error, Hashable, Sendable {
    package let reasons: [Reason]

    package init(_ reasons: [Reason]) {
        self.reasons = reasons
    }

    package init(_ code: Code, field: String? = nil, _ message: String) {
        reasons = [Reason(code: code, field: field, message: message)]
    }

    package struct Reason: Hashable, Sendable {
        package let code: Code
        /// As the API names it; nil when the reason is about the whole.
        package let field: String?
        package let message: String

        package init(code: Code, field: String?, message: String) {
            self.code = code
            self.field = field
            self.message = message
        }
    }

    package enum Code: String, Hashable, Sendable, CaseIterable {
        case textEmpty = "text-empty"
        case textTooLong = "text-too-long"
        case textHasControlCharacters = "text-has-control-characters"
        case labelNameTaken = "label-name-taken"
        case amountMalformed = "amount-malformed"
        case amountTooPrecise = "amount-too-precise"
        case amountNotPositive = "amount-not-positive"
        case amountTooLarge = "amount-too-large"
        case splitEmpty = "split-empty"
        case splitHasDuplicates = "split-has-duplicates"
        case labelsHaveDuplicates = "labels-have-duplicates"
        case tooMany = "too-many"
        /// Parts that do not come to the whole; the message says by how much.
        case doesNotAddUp = "does-not-add-up"
        case partNotPositive = "part-not-positive"
        case partTooLarge = "part-too-large"
        case payersHaveDuplicates = "payers-have-duplicates"
        /// The split and the list of those who share name different people.
        case splitNamesOthers = "split-names-others"
        case percentMalformed = "percent-malformed"
        case notADefault = "not-a-default"
        case walletOfOneOrTwo = "wallet-of-one-or-two"
        /// Nobody is removed from a wallet: one can leave.
        case walletPeopleFixed = "wallet-people-fixed"
        /// Somebody who left takes no part in anything new.
        case retiredParticipant = "retired-participant"
        case alreadyMerged = "already-merged"
        /// Two whom different accounts have claimed are not one person.
        case claimedByOthers = "claimed-by-another-account"
        case mergeWithSelf = "merge-with-self"
        /// The ledger is in the first version of the format, which does not know this.
        case needsSchemaVersion2 = "needs-schema-version-2"
        case settlementWithSelf = "settlement-with-self"
        /// Unique ignoring case among those of everybody, and among those of each person.
        case categoryNameTaken = "category-name-taken"
        /// A category stays everybody's, or that of its one owner.
        case categoryOwnerFixed = "category-owner-fixed"
        /// What is in somebody's own category that person bears alone.
        case splitNotForCategory = "split-not-for-category"
        case scheduleMalformed = "schedule-malformed"
        case spreadMalformed = "spread-malformed"
        /// What is not real yet is not spread.
        case spreadExpected = "spread-expected"
        case weightNotPositive = "weight-not-positive"
        case budgetNegative = "budget-negative"
        /// Only what is expected is reconciled, and only once.
        case notExpected = "not-expected"
        case unknownTimeZone = "unknown-time-zone"
        /// Somebody or something named in a field is not in this ledger.
        case unknownParticipant = "unknown-participant"
        case unknownLabel = "unknown-label"
        case unknownExpense = "unknown-expense"
        case unknownCategory = "unknown-category"
        /// The thing to change is not there: never was, or was deleted.
        case noSuchParticipant = "no-such-participant"
        case noSuchLabel = "no-such-label"
        case noSuchExpense = "no-such-expense"
        case noSuchSettlement = "no-such-settlement"
        case noSuchComment = "no-such-comment"
        case noSuchMerge = "no-such-merge"
        case noSuchCategory = "no-such-category"
        case noSuchSchedule = "no-such-schedule"
        case noSuchOccurrence = "no-such-occurrence"
        case noSuchIncome = "no-such-income"
        case noSuchTransfer = "no-such-transfer"
        /// Somebody deleted what the proposal would record anew.
        case deletedMeanwhile = "deleted-meanwhile"
        case endOfTime = "end-of-time"
        /// An event can not be taken back; the message says why.
        case cannotUndo = "cannot-undo"
    }

    /// True when the proposal spoke of something that is not there, rather than saying something wrong.
    package var isAboutSomethingMissing: Bool {
        reasons.contains { reason in
            switch reason.code {
            case .noSuchParticipant, .noSuchLabel, .noSuchExpense, .noSuchSettlement, .noSuchComment, .noSuchMerge,
                .noSuchCategory, .noSuchSchedule, .noSuchOccurrence, .noSuchIncome, .noSuchTransfer:
                true
            default: false
            }
        }
    }
}
