/// Every limit of the core, each with its reason. A character is a Unicode scalar, so that every implementation and
/// every Unicode version counts the same.
package enum Limits {
    /// `SC-FR-EXP-1`.
    package static let titleLength = 200
    /// `SC-FR-EXP-3`.
    package static let noteLength = 2000
    /// As a note.
    package static let commentLength = 2000
    /// A conversation; every list of expenses goes past it.
    package static let commentsPerExpense = 1000
    /// A long receipt.
    package static let receiptItems = 500
    /// A round of friends at a counter. Whoever shares may owe each of them: one event holds all these debts.
    package static let payersPerExpense = 20
    /// One part of a split by shares: more than anybody counts, and small enough for any amount to be multiplied by.
    package static let splitWeight = 1_000_000
    /// One percent figure, in hundredths. Far above what can add up, so that the sum can still be told.
    package static let splitPercent = 100_000_000_000
    /// How many units something may wait to come again.
    package static let scheduleIntervals = 1...99
    /// A hundred years: more than anything is paid ahead.
    package static let spreadMonths = 1200
    /// `SC-FR-LBL-2`.
    package static let labelNameLength = 40
    /// What still fits one line of a list; the specification leaves it open.
    package static let participantNameLength = 100
    /// As a title.
    package static let ledgerNameLength = 200
    /// Ids made by other apps.
    package static let ledgerIDLength = 128
    /// The specification thinks of households and trips (`SC-USR-2`); balances grow with the square of this.
    package static let participants = 500
    /// Of a wallet: it is somebody's own, or of two.
    package static let walletParticipants = 2
    package static let labels = 1000
    package static let labelsPerExpense = 100
    /// As a label's.
    package static let categoryNameLength = 40
    /// One emoji, however many scalars it is joined of.
    package static let categoryIconLength = 16
    /// Each is a bar on a screen, and a line in the budgets of every month.
    package static let categories = 200
    /// Every answer that looks at a day goes through all of them.
    package static let schedules = 1000
    package static let incomes = 10_000
    package static let transfers = 10_000
    /// A change every month for a hundred years: of one category's limit, of one person's goal, of the burden ratio.
    package static let plannedDates = 1200
    /// So often may a schedule have come on the day on which it is entered: daily for 27 years. A list of expenses holds
    /// each of them.
    package static let occurrences = 10_000

    /// The largest amount taken from a person: 10^15 − 1 minor units, which JavaScript's numbers still hold exactly.
    package static let acceptedMinorUnits: Int128 = 999_999_999_999_999
    /// What an amount read from a log must stay below: 10^24, so that no sum of 10^14 of them overflows 128 bits.
    package static let storedMinorUnits: Int128 = 1_000_000_000_000_000_000_000_000

    /// Up to this many people with an open position the settle-up plan is provably the smallest.
    package static let provenSettleUpPeople = 20

    /// So many payments of a settle-up plan can be recorded one after the other, and the rest is still the plan. A proven
    /// plan has less; each one that is looked at may cost a plan.
    static let standingPlanPayments = 64

    /// So many days ahead somebody is told what is to be paid: time enough to see to it.
    package static let upcomingDays = 7

    /// An event stamped further ahead of the reader's clock than this is applied and reported: 24 hours.
    package static let toleratedClockLead: Int64 = 24 * 60 * 60 * 1000
}
