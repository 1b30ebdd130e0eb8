package import LedgerCore

/// One expense or payment of a file.
package struct ImportEntry: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        case expense, payment
        /// Money that came in for all, such as a refund: an expense the other way round. Who received it bears it; those for
        /// whom it was have paid.
        case income
    }

    package enum Certainty: String, Hashable, Sendable, CaseIterable {
        /// The file says who paid and who bears what.
        case exact
        /// The file says what each gains; that one person paid it all is most likely.
        case assumedPayer = "assumed-payer"
        /// Several paid; how much each did is not in the file. What each gains is right to the cent.
        case reconstructed
        /// Nobody owes anybody anything because of it, and whose it was is not in the file. It is not recorded.
        case noEffect = "no-effect"
    }

    /// The line of the file, or which one it is in a list; both counted from 1.
    package let row: Int
    package let book: Int
    package let kind: Kind
    package let certainty: Certainty
    package let date: CalendarDay
    package let title: String
    package let note: String?
    package let category: Int?
    /// In minor units, greater than zero.
    package let amount: Int
    /// Each person once, in the order of the file. What they paid sums to the amount, and so does what they bear.
    package let parts: [ImportPart]
    /// The file itself does not have it as a row.
    package let isImplied: Bool
    /// What the program that wrote the file calls it, for good.
    package let sourceID: String?
}

/// One person's part in an entry, in minor units.
package struct ImportPart: Hashable, Sendable {
    package let person: Int
    package var paid: Int
    package var borne: Int

    package init(person: Int, paid: Int = 0, borne: Int = 0) {
        self.person = person
        self.paid = paid
        self.borne = borne
    }

    package var net: Int { paid - borne }
}

extension ImportPlan {
    /// What makes an entry the one it is, whatever else the file holds and whoever imports it: what its program calls it, or
    /// else all that a person sees of it but its category and note, which may be put in order later.
    package func content(of entry: ImportEntry) -> [UInt8] {
        content(of: entry, inBookNamed: entry.sourceID == nil ? books[entry.book].name : nil)
    }

    /// The same as it was when the name of its group belonged to what its program calls it; nil where that is no other.
    package func formerContent(of entry: ImportEntry) -> [UInt8]? {
        guard entry.sourceID != nil, let name = books[entry.book].name, !name.isEmpty else { return nil }
        return content(of: entry, inBookNamed: name)
    }

    private func content(of entry: ImportEntry, inBookNamed name: String?) -> [UInt8] {
        var content: [UInt8] = Array(format.source.utf8) + [0]
        let currency = books[entry.book].currency?.code ?? ""
        content += Array((name ?? "").utf8) + [0] + Array(currency.utf8) + [0]
        content += Array(entry.isImplied ? "implied".utf8 : "".utf8) + [0]
        if let id = entry.sourceID { return content + Array("id".utf8) + [0] + Array(id.utf8) }
        content += Array("\(entry.kind.rawValue)\u{0}\(entry.date)\u{0}\(entry.title)\u{0}\(entry.amount)".utf8)
        let parts = entry.parts.map { "\u{0}\(people[$0.person].name)\u{0}\($0.paid)\u{0}\($0.borne)" }
        return parts.sorted().reduce(into: content) { $0 += Array($1.utf8) }
    }
}
