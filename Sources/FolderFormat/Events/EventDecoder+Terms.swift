import JSON
import LedgerCore

/// What stands in an expense of schema version 2 beyond an equal split paid by one person, before it is looked at as a whole:
/// its fields may come in any order.
struct RecordedTerms {
    var split: Split?
    var payers: [Part]?
    var shares: [Part]?
    var debts: [Debt]?
    /// Of a schedule: shared by the burden ratio, whatever that is on each day.
    var isByRatio = false

    var hasResults: Bool { payers != nil || shares != nil || debts != nil }

    /// What leads to shares and debts, and the shares and debts, go together; and they add up.
    func terms(of input: ExpenseInput) throws(EventProblem) -> ExpenseTerms {
        if isByRatio { throw .bad(field: "split", "is by a ratio, which is for schedules alone") }
        if split == nil, payers == nil { throw .missing("split") }
        guard let shares else { throw .missing("shares") }
        if payers == nil, debts != nil { throw .missing("payers") }
        if payers != nil, debts == nil { throw .missing("debts") }
        if let payers, payers.count < 2 { throw .bad(field: "payers", "names fewer than two people") }
        guard shares.map(\.participant) == input.split else {
            throw .bad(field: "shares", "is not of the people of “splitParticipantIds”, in their order")
        }
        var split = split ?? .equal
        // Shares that somebody recorded of an equal split count as they are, whatever the equal rule says.
        if split == .equal, payers == nil { split = .exact(shares) }
        var input = input
        input.terms = ExpenseTerms(
            split: split, payers: payers ?? [], shares: shares.map(\.amount), debts: debts ?? [])
        if let fault = input.faultOfTerms { throw EventProblem(fault) }
        return ExpenseTerms(split: split, payers: payers ?? [], shares: shares.map(\.amount), debts: debts ?? [])
    }
}

extension EventProblem {
    init(_ fault: TermsFault) {
        let message = fault.message(money: { "\($0.minorUnits)" }, name: \.description)
        self = fault.isAboutSums ? .doesNotAddUp(message) : .unfit(field: fault.field, message)
    }
}

extension EventDecoder {
    /// The fields of an expense's input after `note`.
    mutating func read(_ field: Int, into terms: inout RecordedTerms?) throws(EventProblem) {
        var read = terms ?? RecordedTerms()
        switch field {
        case 7: (read.split, read.isByRatio) = try readSplitOrRatio()
        case 8: read.payers = try readParts("payers", least: 1)
        case 9: read.shares = try readParts("shares", least: 0)
        default: read.debts = try readList("debts") { decoder throws(EventProblem) in try decoder.readDebt() }
        }
        terms = read
    }

    /// `null`: no default any more.
    mutating func readDefaultSplit() throws(EventProblem) -> Split {
        if try isNull("defaultSplit") { return .equal }
        let split = try readSplitTerms("defaultSplit")
        switch split {
        case .equal, .shares, .percent: break
        case .exact, .adjustment, .items: throw .bad(field: "defaultSplit", "does not fit every amount")
        }
        if let fault = split.fault(of: Money(minorUnits: 1), among: split.people) {
            throw EventProblem(TermsFault("defaultSplit", fault))
        }
        return split
    }

    private static let split = JSONFields(
        "mode", "shares", "percents", "amounts", "adjustments", "items", "tax", "tip", "discount")

    private static let mode = JSONFields("mode")

    /// Nil and true: by the burden ratio.
    private mutating func readSplitOrRatio() throws(EventProblem) -> (Split?, Bool) {
        let place = reader
        var members = try object(Self.mode, "split")
        var isByRatio = false
        while try next(&members) != nil { isByRatio = try readString("mode") == "ratio" }
        if isByRatio { return (nil, true) }
        reader = place
        return (try readSplitTerms("split"), false)
    }

    private mutating func readSplitTerms(_ name: String) throws(EventProblem) -> Split {
        var members = try object(Self.split, name)
        var mode = ""
        var weights: [[Split.Weight]?] = [nil, nil]
        var parts: [[Part]?] = [nil, nil]
        var receipt = Split.Receipt(items: [])
        var hasItems = false
        while let field = try next(&members) {
            switch field {
            case 0: mode = try readString("mode")
            case 1: weights[0] = try readWeights("shares")
            case 2: weights[1] = try readWeights("percents")
            case 3: parts[0] = try readParts("amounts", least: 0)
            case 4: parts[1] = try readParts("adjustments", least: nil)
            case 5:
                receipt.items = try readList("items") { decoder throws(EventProblem) in try decoder.readItem() }
                hasItems = true
            case 6: receipt.tax = try readMoney("tax")
            case 7: receipt.tip = try readMoney("tip")
            default: receipt.discount = try readMoney("discount")
            }
        }
        try require(members, 0..<1)
        switch mode {
        case "equal": return .equal
        case "shares": return .shares(try there(weights[0], "shares"))
        case "percent": return .percent(try there(weights[1], "percents"))
        case "exact": return .exact(try there(parts[0], "amounts"))
        case "adjustment": return .adjustment(try there(parts[1], "adjustments"))
        case "items" where hasItems: return .items(receipt)
        case "items": throw .missing("items")
        default: throw .bad(field: name, "has no mode named “\(mode.prefix(60))”")
        }
    }

    private func there<T>(_ value: T?, _ field: String) throws(EventProblem) -> T {
        guard let value else { throw .missing(field) }
        return value
    }

    private static let part = JSONFields("participantId", "amount")
    private static let weight = JSONFields("participantId", "shares")
    private static let percent = JSONFields("participantId", "percent")
    private static let debt = JSONFields("debtorId", "creditorId", "amount")
    private static let item = JSONFields("title", "amount", "participantIds")

    mutating func readList<T>(
        _ field: String, _ element: (inout EventDecoder) throws(EventProblem) -> T
    ) throws(EventProblem) -> [T] {
        var list: [T] = []
        var isFirst = true
        try read(field) { reader throws(JSONError) in try reader.enterArray() }
        while try nextElement(&isFirst) { list.append(try element(&self)) }
        return list
    }

    private mutating func readParts(_ field: String, least: Int128?) throws(EventProblem) -> [Part] {
        try readList(field) { decoder throws(EventProblem) in
            var members = try decoder.object(Self.part, field)
            var part = Part(participant: .none, amount: .zero)
            while let place = try decoder.next(&members) {
                if place == 0 {
                    part.participant = try decoder.readID("participantId")
                } else {
                    part.amount = try decoder.readMoney("amount")
                }
            }
            try decoder.require(members, 0..<2)
            if let least, part.amount.minorUnits < least { throw .bad(field: field, "has a part below \(least)") }
            return part
        }
    }

    /// Whole-number shares, or percents as texts.
    private mutating func readWeights(_ field: String) throws(EventProblem) -> [Split.Weight] {
        let isPercent = field == "percents"
        return try readList(field) { decoder throws(EventProblem) in
            var members = try decoder.object(isPercent ? Self.percent : Self.weight, field)
            var weight = Split.Weight(participant: .none, count: 0)
            while let place = try decoder.next(&members) {
                if place == 0 {
                    weight.participant = try decoder.readID("participantId")
                } else {
                    weight.count = try isPercent ? decoder.readPercent() : decoder.readShares()
                }
            }
            try decoder.require(members, 0..<2)
            return weight
        }
    }

    private mutating func readShares() throws(EventProblem) -> Int {
        try read("shares") { reader throws(JSONError) in try reader.readInteger() }
    }

    private mutating func readPercent() throws(EventProblem) -> Int {
        guard let percent = PercentText.hundredths(try readString("percent")) else {
            throw .bad(field: "percent", "is not a percentage such as 33.33")
        }
        return percent
    }

    private mutating func readDebt() throws(EventProblem) -> Debt {
        var members = try object(Self.debt, "debts")
        var (debtor, creditor, amount) = (ParticipantID.none, ParticipantID.none, Money.zero)
        while let place = try next(&members) {
            switch place {
            case 0: debtor = try readID("debtorId")
            case 1: creditor = try readID("creditorId")
            default: amount = try readMoney("amount")
            }
        }
        try require(members, 0..<3)
        return Debt(debtor: debtor, creditor: creditor, amount: amount)
    }

    private mutating func readItem() throws(EventProblem) -> Split.Item {
        var members = try object(Self.item, "items")
        var item = Split.Item(title: "", amount: .zero, participants: [])
        while let place = try next(&members) {
            switch place {
            case 0: item.title = try readString("title")
            case 1: item.amount = try readMoney("amount")
            default: item.participants = try readIDs("participantIds")
            }
        }
        try require(members, 0..<3)
        return item
    }
}
