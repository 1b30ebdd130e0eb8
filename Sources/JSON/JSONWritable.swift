/// What can write itself as one JSON value.
package protocol JSONWritable {
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.value(self)
        return writer.bytes
    }
}

extension JSONValue: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let value): json.value(value)
        case .number(let text): json.raw(text)
        case .string(let text): json.value(text)
        case .array(let elements):
            json.array { json in
                for element in elements { element.write(to: &json) }
            }
        case .object(let members):
            json.object { json in
                for member in members {
                    json.key(named: member.name)
                    member.value.write(to: &json)
                }
            }
        }
    }
}
