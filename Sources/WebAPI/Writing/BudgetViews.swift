import JSON
import LedgerCore

/// What is planned, and how a month stands against it, as the API shows it.
struct CategoryView: Listed {
    let category: Category
    let limits: [(from: CalendarMonth, amount: Money?)]
    let currency: Currency

    static func all(in moment: Moment) -> [CategoryView] {
        moment.state.budget.categories.values.map { CategoryView($0, in: moment) }.sorted { $0.place < $1.place }
    }

    init(_ id: CategoryID, in moment: Moment) throws(Problem) {
        guard let category = moment.state.budget.categories[id] else { throw Problem.notFound }
        self.init(category, in: moment)
    }

    private init(_ category: Category, in moment: Moment) {
        self.category = category
        limits = (moment.state.budget.limits[category.id] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        currency = moment.currency
    }

    var place: Place { Place(category.created) }

    func write(to json: inout JSONWriter) {
        let input = category.input
        json.object { json in
            json.member("id", category.id)
            json.member("name", input.name)
            json.member("icon", input.icon)
            json.member("colour", input.colour?.rawValue)
            json.member("scope", (input.owner == nil ? CategoryScope.shared : .individual).rawValue)
            json.member("participantId", orNull: input.owner)
            json.member("budgets", each: limits) { json, limit in
                json.object { json in
                    json.member("from", limit.from.description)
                    json.member("amount", limit.amount?.text(in: currency))
                }
            }
        }
    }
}

struct MonthBudgetsView: JSONWritable {
    let budgets: MonthBudgets
    let currency: Currency

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("month", budgets.month.description)
            json.member("items", each: budgets.items) { json, item in
                json.object { json in
                    json.member("categoryId", item.category.id)
                    json.member("limit", item.limit?.text(in: currency))
                    json.member("spent", item.spent, currency)
                    json.member("remaining", item.remaining?.text(in: currency))
                    json.member("projected", item.projected, currency)
                    json.member("health", item.health?.rawValue)
                    json.key("shares")
                    json.write(item.shares, currency)
                }
            }
            json.key("uncategorised")
            json.object { json in
                json.member("spent", budgets.uncategorised.amount, currency)
                json.key("shares")
                json.write(budgets.uncategorised.shares, currency)
            }
        }
    }
}

struct BurdenRatioView: JSONWritable {
    let book: BudgetBook
    let today: CalendarDay

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("items")
            json.writeRatios(of: book)
            json.key("current")
            json.write(book.ratio(on: today))
        }
    }
}

/// What somebody wants to save a month, from one on.
struct SavingGoal {
    let participant: ParticipantID
    let from: CalendarMonth
    let amount: Money

    static func all(in state: LedgerState) -> [SavingGoal] {
        state.budget.savingGoals.flatMap { participant, goals in
            goals.map { SavingGoal(participant: participant, from: $0.key, amount: $0.value) }
        }.sorted { ($0.from, $0.participant) < ($1.from, $1.participant) }
    }
}

extension JSONWriter {
    mutating func writeRatios(of book: BudgetBook) {
        array { json in
            for (from, weights) in book.ratios.sorted(by: { $0.key < $1.key }) {
                json.object { json in
                    json.member("from", from)
                    json.key("weights")
                    json.write(weights.isEmpty ? nil : weights)
                }
            }
        }
    }

    mutating func write(_ goal: SavingGoal, _ currency: Currency) {
        object { json in
            json.member("participantId", goal.participant)
            json.member("from", goal.from.description)
            json.member("amount", goal.amount, currency)
        }
    }

    fileprivate mutating func write(_ weights: [Split.Weight]?) {
        guard let weights else { return null() }
        array { json in
            for weight in weights {
                json.object { json in
                    json.member("participantId", weight.participant)
                    json.member("weight", weight.count)
                }
            }
        }
    }

    /// What each person bears, in the order of their ids.
    mutating func write(_ amounts: [ParticipantID: Money], _ currency: Currency) {
        writeParts(amounts.sorted { $0.key < $1.key }.map { Part(participant: $0.key, amount: $0.value) }, currency)
    }
}

/// Everything that is planned: what a copy needs to work without the server.
struct PlansView {
    let moment: Moment

    func writeMembers(to json: inout JSONWriter) {
        let (state, currency) = (moment.state, moment.currency)
        json.member("categories", each: CategoryView.all(in: moment)) { $0.value($1) }
        json.key("budgets")
        if state.kind == .wallet || !state.budget.categories.isEmpty {
            let budgets = MonthBudgets(month: CalendarMonth(moment.today), on: moment.today, in: state)
            json.value(MonthBudgetsView(budgets: budgets, currency: currency))
        } else {
            json.null()
        }
        json.key("ratios")
        json.writeRatios(of: state.budget)
        json.member("schedules", each: ScheduleView.all(in: moment)) { $0.value($1) }
        json.member("incomes", each: IncomeView.all(in: moment)) { $0.value($1) }
        json.member("goals", each: SavingGoal.all(in: state)) { json, goal in json.write(goal, currency) }
        json.member("transfers", each: TransferView.all(in: moment)) { $0.value($1) }
    }
}
