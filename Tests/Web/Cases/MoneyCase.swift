import JSON
import LedgerCore

/// A text that may be an amount, and what it is.
struct MoneyCase {
    private let text: String
    private let currency: Currency
    private let money: Money?

    init(_ draw: inout Draw) {
        currency = Currency(readFrom: draw.one(of: ["EUR", "JPY", "KWD", "USD"]))
        let written = Money(minorUnits: draw.once(in: 3) ? -draw.amount() : draw.amount()).text(in: currency)
        text = draw.once(in: 3) ? draw.spoiled(written) : written
        money = try? Money(text, in: currency)
    }

    func write(to json: inout JSONWriter) {
        json.member("kind", "money")
        json.member("text", text)
        json.member("digits", currency.digits)
        json.member("minorUnits", money?.minorUnits.description)
        json.member("written", money?.text(in: currency))
    }
}

extension Draw {
    /// With a character put in, taken away or changed.
    fileprivate mutating func spoiled(_ text: String) -> String {
        var characters = Array(text)
        let place = int(0...characters.count - 1)
        let odd = one(of: Array("0123456789.-+, eE٣½ 'x"))
        switch int(0...2) {
        case 0: characters.insert(odd, at: place)
        case 1: characters.remove(at: place)
        default: characters[place] = odd
        }
        return String(characters)
    }
}
