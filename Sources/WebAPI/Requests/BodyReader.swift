import HTTPServer
import JSON

/// The JSON object of a request's body, read strictly: each field is asked for by its name and kind, everything wrong is
/// collected, and `finish` refuses it all at once, also the fields that nobody asked for: a typo must not lose data.
struct BodyReader {
    /// As they came.
    let members: [JSONMember]
    private var asked: [String] = []
    private(set) var errors: [Problem.FieldError] = []

    /// A missing body is an object without fields.
    init(_ request: Request) throws(Problem) {
        if request.body.isEmpty {
            members = []
            return
        }
        try Self.checkMediaType(request["Content-Type"])
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: request.body)
        } catch {
            throw Problem(400, "malformed-json", "The body is not JSON: \(error).")
        }
        guard let members = value.members else {
            throw Problem(400, "not-an-object", "The body must be a JSON object.")
        }
        self.members = members
    }

    /// `application/json`, in UTF-8 if it says so (RFC 8259 §8.1 allows nothing else).
    static func checkMediaType(_ value: String?) throws(Problem) {
        if value == "application/json" { return }
        let parts = (value ?? "").lowercased().split(separator: ";").map { $0.trimmingBlanks }
        let charset = parts.dropFirst().first { $0.hasPrefix("charset=") }
        guard parts.first == "application/json",
            charset.map({ $0.hasSuffix("utf-8") || $0.hasSuffix("utf-8\"") }) ?? true
        else { throw Problem(415, "not-json", "The body must be sent as Content-Type: application/json, in UTF-8.") }
    }

    /// Throws everything that was wrong. Call it before anything is done with what was read.
    mutating func finish() throws(Problem) {
        for member in members where !asked.contains(member.name) {
            refuse(member.name, "unknown-field", "There is no field “\(member.name.prefix(100))” here.")
        }
        if !errors.isEmpty { throw Problem.refused(errors) }
    }

    mutating func refuse(_ field: String, _ code: String, _ message: String) {
        errors.append(Problem.FieldError(field: field, code: code, message: message))
    }

    /// The value, if the field is there and not null.
    mutating func value(_ name: String) -> JSONValue? {
        asked.append(name)
        guard let value = members.first(where: { $0.name == name })?.value, !value.isNull else { return nil }
        return value
    }

    /// Whether the field is there at all, be it null: what PATCH has to tell apart.
    mutating func has(_ name: String) -> Bool {
        asked.append(name)
        return members.contains { $0.name == name }
    }

    private mutating func missing(_ name: String) {
        refuse(name, "missing", "The field “\(name)” is missing.")
    }

    private mutating func wrongKind(_ name: String, _ wanted: String) {
        refuse(name, "wrong-type", "The field “\(name)” must be \(wanted).")
    }

    // MARK: Kinds

    mutating func optionalText(_ name: String) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.string else {
            wrongKind(name, "text")
            return nil
        }
        return text
    }

    mutating func text(_ name: String) -> String {
        let before = errors.count
        let text = optionalText(name)
        if text == nil, errors.count == before { missing(name) }
        return text ?? ""
    }

    mutating func optionalTruth(_ name: String) -> Bool? {
        guard let value = value(name) else { return nil }
        if value.bool == nil { wrongKind(name, "true or false") }
        return value.bool
    }

    /// As JSON Schema counts them: `2.0` is a whole number too.
    mutating func optionalInteger(_ name: String) -> Int? {
        guard let value = value(name) else { return nil }
        guard case .number(let text) = value, let number = Int(text) ?? Double(text).flatMap({ Int(exactly: $0) })
        else {
            wrongKind(name, "a whole number")
            return nil
        }
        return number
    }

    mutating func integer(_ name: String) -> Int {
        let before = errors.count
        let number = optionalInteger(name)
        if number == nil, errors.count == before { missing(name) }
        return number ?? 0
    }

    mutating func optionalTexts(_ name: String) -> [String]? {
        guard let value = value(name) else { return nil }
        guard let texts = value.array?.map(\.string), texts.allSatisfy({ $0 != nil }) else {
            wrongKind(name, "a list of texts")
            return nil
        }
        return texts.compactMap { $0 }
    }

    /// An object inside the body, read by the same rules. Its errors are named `folder.path`.
    mutating func optionalObject<Value>(
        _ name: String, _ read: (inout BodyReader) throws(Problem) -> Value
    ) throws(Problem) -> Value? {
        guard let value = value(name) else { return nil }
        guard let members = value.members else {
            wrongKind(name, "an object")
            return nil
        }
        var inner = BodyReader(members: members)
        let result = try read(&inner)
        do throws(Problem) {
            try inner.finish()
        } catch {
            for error in error.errors { refuse(name + "." + error.field, error.code, error.message) }
            return nil
        }
        return result
    }

    /// A list of objects, each read by the same rules. Their errors are named `payers[0].amount`.
    mutating func optionalObjects<Value>(
        _ name: String, _ read: (inout BodyReader) throws(Problem) -> Value
    ) throws(Problem) -> [Value]? {
        guard let value = value(name) else { return nil }
        guard let elements = value.array?.map(\.members), elements.allSatisfy({ $0 != nil }) else {
            wrongKind(name, "a list of objects")
            return nil
        }
        var values: [Value] = []
        for (place, members) in elements.enumerated() {
            var inner = BodyReader(members: members ?? [])
            values.append(try read(&inner))
            do throws(Problem) {
                try inner.finish()
            } catch {
                for error in error.errors { refuse("\(name)[\(place)].\(error.field)", error.code, error.message) }
            }
        }
        return values
    }

    private init(members: [JSONMember]) { self.members = members }
}
