/// The names an object is known to have, at most 64, in the order in which they usually come.
package struct JSONFields: Sendable {
    let texts: [[UInt8]]

    package init(_ names: String...) {
        precondition(names.count <= 64)
        texts = names.map { Array($0.utf8) }
    }

    package func name(_ field: Int) -> String { String(decoding: texts[field], as: UTF8.self) }
}

/// Where a reader stands inside one object: which names it has met, known and unknown.
package struct JSONMembers: Sendable {
    let fields: JSONFields
    private var seen: UInt64 = 0
    /// The field that comes next when the writer kept the usual order: found by one comparison.
    private var likely = 0
    private var unknown = SeenNames()
    fileprivate var isFirst = true

    fileprivate init(_ fields: JSONFields) {
        self.fields = fields
    }

    func has(_ field: Int) -> Bool { seen & 1 << UInt64(field) != 0 }

    /// The first of the `required` fields that has not been met.
    package func missing(_ required: Range<Int>) -> String? {
        required.first { !has($0) }.map(fields.name)
    }

    fileprivate func likelyName() -> [UInt8]? { likely < fields.texts.count ? fields.texts[likely] : nil }

    /// Marks the likely field as met and goes on to the next; nil when it was met before.
    fileprivate mutating func meetLikely() -> Int? {
        let field = likely
        likely += 1
        if has(field) { return nil }
        seen |= 1 << UInt64(field)
        return field
    }

    /// A name out of the usual order. `.known`, `.unknown`, or nil when it is there twice.
    fileprivate mutating func meet(_ name: ArraySlice<UInt8>) -> Met? {
        if let field = fields.texts.firstIndex(where: { $0.elementsEqual(name) }) {
            likely = field
            return meetLikely().map { .known($0) }
        }
        return unknown.insert(name) ? .unknown : nil
    }

    fileprivate enum Met {
        case known(Int)
        case unknown
    }
}

extension JSONReader {
    /// Steps into an object: `var members = try reader.enterObject(fields)`, then `nextField` until it says nil.
    package mutating func enterObject(_ fields: JSONFields) throws(JSONError) -> JSONMembers {
        try expect(.object)
        try descend()
        return JSONMembers(fields)
    }

    /// The index in `fields` of the next known member, whose value must then be read; nil when the object is over, which
    /// steps out of it. Values of unknown members are checked and passed over.
    package mutating func nextField(_ members: inout JSONMembers) throws(JSONError) -> Int? {
        while true {
            skipSpace()
            if current == UInt8(ascii: "}") {
                ascend()
                return nil
            }
            if !members.isFirst { try passComma() }
            members.isFirst = false
            guard current == UInt8(ascii: "\"") else { throw unexpected() }
            let start = position
            if let field = try likelyField(&members) { return field }
            let name = try readText()
            try passColon()
            switch members.meet(name) {
            case .known(let field): return field
            case .unknown: try skipValue()
            case nil: throw JSONError(.duplicateName, at: start)
            }
        }
    }

    /// The fast way: the bytes here are exactly `"name"` of the likely field.
    private mutating func likelyField(_ members: inout JSONMembers) throws(JSONError) -> Int? {
        guard let name = members.likelyName() else { return nil }
        let start = position
        let close = start + 1 + name.count
        guard close < end, bytes[close] == UInt8(ascii: "\"") else { return nil }
        for index in 0..<name.count where bytes[start + 1 + index] != name[index] { return nil }
        position = close + 1
        try passColon()
        guard let field = members.meetLikely() else { throw JSONError(.duplicateName, at: start) }
        return field
    }

    mutating func passColon() throws(JSONError) {
        skipSpace()
        guard current == UInt8(ascii: ":") else { throw unexpected() }
        position += 1
    }

    /// Checks one value of any kind and passes over it.
    package mutating func skipValue() throws(JSONError) {
        switch try peekKind() {
        case .null: try readNull()
        case .bool: _ = try readBool()
        case .number: try passNumber()
        case .string: _ = try passString()
        case .array:
            try descend()
            var isFirst = true
            while try nextElement(&isFirst) { try skipValue() }
        case .object:
            var members = try enterObject(Self.noFields)
            _ = try nextField(&members)
        }
    }

    private static let noFields = JSONFields()
}

/// The names met in one object, compared as bytes: RFC 8259 section 8.3 knows no normalisation.
struct SeenNames: Sendable {
    private var texts: [[UInt8]] = []
    private var index: Set<[UInt8]> = []

    /// False when the name was there already. A handful is compared one by one; more are hashed.
    mutating func insert(_ name: ArraySlice<UInt8>) -> Bool {
        let name = Array(name)
        if texts.count < 8 {
            if texts.contains(name) { return false }
        } else {
            if index.isEmpty { index.formUnion(texts) }
            if !index.insert(name).inserted { return false }
        }
        texts.append(name)
        return true
    }
}
