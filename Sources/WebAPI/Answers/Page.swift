import Cryptography
import JSON

/// One page of a list: `{"items":[…],"next":"opaque or null"}`.
///
/// A cursor says behind which item to go on, by that item's place in the order and not by a count: what is added or
/// deleted meanwhile neither repeats nor hides anything else.
struct Page {
    static let defaultLimit = 100
    static let greatestLimit = 500

    let limit: Int
    private let after: Place?

    init(_ query: inout QueryReader) {
        limit = Self.limit(&query)
        after = Self.cursor(&query) { Place(cursor: $0) }
    }

    static func limit(_ query: inout QueryReader) -> Int {
        let limit = query.one("limit", "a whole number from 1 to \(greatestLimit)") { text in
            Int(text).flatMap { (1...greatestLimit).contains($0) ? $0 : nil }
        }
        return limit ?? defaultLimit
    }

    static func cursor<Value>(_ query: inout QueryReader, _ read: (String) -> Value?) -> Value? {
        query.one("cursor", "the “next” of an earlier answer", read)
    }

    /// `items` in the order in which they are listed; `place` puts them in that order.
    func answer<Item>(
        _ items: some RandomAccessCollection<Item>, place: (Item) -> Place, write: (inout JSONWriter, Item) -> Void
    ) -> Answer {
        let (shown, next) = slice(items, place: place)
        return .object { json in
            json.member("items", each: shown, write)
            json.member("next", next)
        }
    }

    /// The items of this page, and the cursor of the next one.
    func slice<Items: RandomAccessCollection>(
        _ items: Items, place: (Items.Element) -> Place
    ) -> (shown: Items.SubSequence, next: String?) {
        let start = after.map { after in items.firstIndex { after < place($0) } ?? items.endIndex } ?? items.startIndex
        let rest = items[start...]
        let shown = rest.prefix(limit)
        return (shown, rest.count > limit ? shown.last.map { place($0).cursor } : nil)
    }
}

/// Where an item stands in a list: keys compared one after the other.
struct Place: Comparable {
    enum Key: Comparable {
        case number(UInt128)
        case text(String)
    }

    let keys: [Key]

    init(_ keys: Key...) { self.keys = keys }

    static func < (left: Place, right: Place) -> Bool {
        left.keys.lexicographicallyPrecedes(right.keys)
    }

    /// A cursor is the keys as text, in base64url so that nobody is tempted to build one.
    var cursor: String {
        let parts = keys.map { key in
            switch key {
            case .number(let number): "n" + String(number, radix: 36)
            case .text(let text): "t" + text
            }
        }
        return Base64.encodeURL(Array(parts.joined(separator: "\n").utf8))
    }

    init?(cursor: String) {
        guard let bytes = Base64.decodeURL(cursor.utf8), let text = String(validating: bytes, as: UTF8.self) else {
            return nil
        }
        var keys: [Key] = []
        // By scalars: a text that begins with a combining mark makes one character with the letter before it.
        for part in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
            let rest = Substring(part.dropFirst())
            switch part.first {
            case "t": keys.append(.text(String(rest)))
            case "n":
                guard let number = UInt128(rest, radix: 36) else { return nil }
                keys.append(.number(number))
            default: return nil
            }
        }
        self.keys = keys
    }
}
