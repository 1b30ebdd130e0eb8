import JSON

/// What a JSON value may be, in the words of JSON Schema 2020-12, as far as the description needs them.
indirect enum Schema: Sendable, JSONWritable {
    /// A schema of `Schemas.all`.
    case named(String)
    case text(minimum: Int? = nil, maximum: Int? = nil)
    case format(String, pattern: String? = nil, example: String)
    case pattern(String, example: String)
    case oneOf([String])
    case integer(ClosedRange<Int>? = nil)
    case truth
    case anything
    case list(Schema, minimum: Int = 0)
    case object([Property], isOpen: Bool = false)
    case orNull(Schema)
    /// Exactly one of these.
    case either([Schema])

    struct Property: Sendable {
        let name: String
        let schema: Schema
        let isRequired: Bool
        let about: String?
    }

    /// A field that is always there.
    static func always(_ name: String, _ schema: Schema, _ about: String? = nil) -> Property {
        Property(name: name, schema: schema, isRequired: true, about: about)
    }

    static func maybe(_ name: String, _ schema: Schema, _ about: String? = nil) -> Property {
        Property(name: name, schema: schema, isRequired: false, about: about)
    }

    /// A text that says something.
    static func words(_ maximum: Int? = nil) -> Schema { .text(minimum: 1, maximum: maximum) }

    static let uuid = Schema.format("uuid", example: "6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11")
    static let expenseID = Schema.pattern(
        #"^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(\.(0|[1-9][0-9]{0,8}))?$"#,
        example: "6f3c1f0a-52a4-4b62-9d53-1b7d3f1f2a11.4")
    static let instant = Schema.format("date-time", pattern: "[Zz]$", example: "2026-05-14T12:03:11.123Z")
    static let day = Schema.format("date", example: "2026-05-14")
    /// Of the years 0001–9999.
    static let month = Schema.pattern(
        "^([0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)-(0[1-9]|1[0-2])$", example: "2026-05")
    static let amount = Schema.pattern(#"^[0-9]{1,15}(\.[0-9]{1,4})?$"#, example: "47.20")
    static let signedAmount = Schema.pattern(#"^-?[0-9]+(\.[0-9]+)?$"#, example: "-12.05")
    static let ledgerID = Schema.pattern("^[A-Za-z0-9._-]{1,128}$", example: "9b08923d-10c6-4fd9-84b2-b8fda02f34a6")

    func write(to json: inout JSONWriter) {
        switch self {
        case .orNull(.named(let name)):
            json.object { json in
                json.key("anyOf")
                json.array { json in
                    json.value(Schema.named(name))
                    json.object { $0.member("type", "null") }
                }
            }
        case .orNull(let schema):
            json.object { json in schema.writeMembers(to: &json, orNull: true) }
        default:
            json.object { json in writeMembers(to: &json, orNull: false) }
        }
    }

    private func writeMembers(to json: inout JSONWriter, orNull: Bool) {
        switch self {
        case .named(let name):
            json.member("$ref", "#/components/schemas/" + name)
        case .text(let minimum, let maximum):
            writeType("string", orNull, to: &json)
            if let minimum { json.member("minLength", minimum) }
            if let maximum { json.member("maxLength", maximum) }
        case .format(let format, let pattern, let example):
            writeType("string", orNull, to: &json)
            json.member("format", format)
            if let pattern { json.member("pattern", pattern) }
            json.member("examples", each: [example]) { $0.value($1) }
        case .pattern(let pattern, let example):
            writeType("string", orNull, to: &json)
            json.member("pattern", pattern)
            json.member("examples", each: [example]) { $0.value($1) }
        case .oneOf(let values):
            writeType("string", orNull, to: &json)
            json.key("enum")
            json.array { json in
                for value in values { json.value(value) }
                if orNull { json.null() }
            }
        case .integer(let range):
            writeType("integer", orNull, to: &json)
            if let range {
                json.member("minimum", range.lowerBound)
                json.member("maximum", range.upperBound)
            }
        case .truth:
            writeType("boolean", orNull, to: &json)
        case .anything: break
        case .list(let element, let minimum):
            writeType("array", orNull, to: &json)
            json.member("items", element)
            if minimum > 0 { json.member("minItems", minimum) }
        case .object(let properties, let isOpen):
            writeType("object", orNull, to: &json)
            writeProperties(properties, isOpen: isOpen, to: &json)
        case .orNull(let schema):
            schema.writeMembers(to: &json, orNull: true)
        case .either(let schemas):
            json.member("oneOf", each: schemas) { $0.value($1) }
        }
    }

    private func writeType(_ type: String, _ orNull: Bool, to json: inout JSONWriter) {
        if orNull {
            json.member("type", each: [type, "null"]) { $0.value($1) }
        } else {
            json.member("type", type)
        }
    }

    private func writeProperties(_ properties: [Property], isOpen: Bool, to json: inout JSONWriter) {
        json.key("properties")
        json.object { json in
            for property in properties {
                json.key(named: property.name)
                property.write(to: &json)
            }
        }
        let required = properties.filter(\.isRequired).map(\.name)
        if !required.isEmpty { json.member("required", each: required) { $0.value($1) } }
        if !isOpen { json.member("additionalProperties", false) }
    }
}

extension Schema.Property: JSONWritable {
    /// A description stands beside a reference: JSON Schema 2020-12 allows it.
    func write(to json: inout JSONWriter) {
        guard let about else {
            json.value(schema)
            return
        }
        json.object { json in
            json.member("description", about)
            json.key("allOf")
            json.array { $0.value(schema) }
        }
    }
}
