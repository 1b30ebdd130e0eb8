import HTTPServer
import JSON

/// The API's description (OpenAPI 3.1), made from the route table, the operations and the schemas.
enum OpenAPI {
    static func document(routes: [Route], version: String, below base: RootPath = .top) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("openapi", "3.1.1")
            json.key("info")
            json.object { json in
                json.member("title", "SplitClone")
                json.member("version", version)
                json.member("summary", "Shared expenses on your own machine.")
                json.member("description", about)
            }
            json.key("servers")
            json.array { json in json.object { json in json.member("url", base.isTop ? "/" : base.text) } }
            json.key("security")
            json.array { json in
                for scheme in ["token", "session"] {
                    json.object { json in
                        json.key(named: scheme)
                        json.array { _ in }
                    }
                }
            }
            json.key("paths")
            json.object { json in writePaths(routes, to: &json) }
            json.key("components")
            json.object { json in
                writeSchemas(to: &json)
                writeSecurity(below: base, to: &json)
            }
        }
        return json.bytes
    }

    private static let about = """
        Money is a decimal string. Dates are `YYYY-MM-DD`, instants RFC 3339 in UTC. Ids are UUIDs the client may \
        choose. Answers to GET carry an `ETag`; a write may carry `If-Match`. Problems are RFC 9457 documents.
        """

    private static func writePaths(_ routes: [Route], to json: inout JSONWriter) {
        var paths: [String] = []
        for route in routes where !paths.contains(route.path) { paths.append(route.path) }
        for path in paths {
            json.key(named: path)
            json.object { json in
                for route in routes where route.path == path {
                    json.key(named: route.method.rawValue.lowercased())
                    json.object { json in write(route, to: &json) }
                }
            }
        }
    }

    private static func write(_ route: Route, to json: inout JSONWriter) {
        guard let operation = Operations.all[route.name] else { return }
        json.member("operationId", route.name)
        json.member("summary", operation.summary)
        if !route.needsSignIn { json.member("security", each: [] as [String]) { $0.value($1) } }
        writeParameters(route, operation, to: &json)
        if let input = operation.input {
            json.key("requestBody")
            json.object { json in
                json.member("required", !operation.isInputOptional)
                writeContent(operation.inputType, input, to: &json)
            }
        }
        json.key("responses")
        json.object { json in writeResponses(route, operation, to: &json) }
    }

    private static func writeParameters(_ route: Route, _ operation: Operation, to json: inout JSONWriter) {
        json.key("parameters")
        json.array { json in
            for name in route.parameterNames {
                json.object { json in
                    json.member("name", name)
                    json.member("in", "path")
                    json.member("required", true)
                    json.member("schema", schema(of: name))
                }
            }
            for parameter in operation.query {
                json.object { json in
                    json.member("name", parameter.name)
                    json.member("in", "query")
                    if parameter.isRequired { json.member("required", true) }
                    json.member("description", parameter.about)
                    json.member(
                        "schema", parameter.isRepeatable ? Schema.list(parameter.schema) : parameter.schema)
                }
            }
            if route.takesConditions {
                writeCondition(
                    "If-Match", "The item's `revision` in quotes: 412 if it was changed meanwhile.", to: &json)
                writeCondition("If-None-Match", "`*`: 412 if the item is there.", to: &json)
            }
        }
    }

    /// Of a parameter in a path.
    private static func schema(of name: String) -> Schema {
        switch name {
        case "ledger": .ledgerID
        case "expense": .expenseID
        case "k": .integer(0...Int(UInt32.max))
        default: .uuid
        }
    }

    private static func writeCondition(_ name: String, _ about: String, to json: inout JSONWriter) {
        json.object { json in
            json.member("name", name)
            json.member("in", "header")
            json.member("description", about)
            json.member("schema", Schema.text())
        }
    }

    // MARK: Responses

    private static func writeResponses(_ route: Route, _ operation: Operation, to json: inout JSONWriter) {
        for status in [operation.status, operation.otherStatus].compactMap({ $0 }) {
            json.key(named: String(status.code))
            json.object { json in
                json.member("description", status.reason)
                switch operation.result {
                case .nothing: break
                case .json(let schema): writeContent("application/json", schema, to: &json)
                case .other(let contentType): writeContent(contentType, .text(), to: &json)
                case .file(let contentTypes): writeFile(contentTypes, to: &json)
                }
            }
        }
        for code in problems(route, operation) { writeProblem(Status(code), to: &json) }
        json.key("default")
        json.object { json in
            json.member("description", "A problem")
            writeContent("application/problem+json", .named("Problem"), to: &json)
        }
    }

    private static func problems(_ route: Route, _ operation: Operation) -> [UInt16] {
        var codes: Set<UInt16> = [400]
        codes.formUnion(operation.problems)
        if route.needsSignIn { codes.insert(401) }
        if route.method != .get || route.needsOwner { codes.insert(403) }
        if !route.parameterNames.isEmpty { codes.insert(404) }
        if operation.input != nil { codes.formUnion([413, 415, 422]) }
        if !operation.query.isEmpty { codes.insert(422) }
        if route.takesConditions { codes.insert(412) }
        if route.method == .get { codes.insert(304) }
        if route.method != .get { codes.insert(503) }
        return codes.sorted()
    }

    private static func writeProblem(_ status: Status, to json: inout JSONWriter) {
        json.key(named: String(status.code))
        json.object { json in
            json.member("description", status.reason)
            if status.hasBody { writeContent("application/problem+json", .named("Problem"), to: &json) }
        }
    }

    private static func writeContent(_ contentType: String, _ schema: Schema, to json: inout JSONWriter) {
        json.key("content")
        json.object { json in
            json.key(named: contentType)
            json.object { json in json.member("schema", schema) }
        }
    }

    private static func writeFile(_ contentTypes: [String], to json: inout JSONWriter) {
        json.key("content")
        json.object { json in
            for contentType in contentTypes {
                json.key(named: contentType)
                let schema = contentType == "application/json" ? Schema.anything : .text()
                json.object { json in json.member("schema", schema) }
            }
        }
    }

    // MARK: Components

    private static func writeSchemas(to json: inout JSONWriter) {
        json.key("schemas")
        json.object { json in
            for (name, schema) in Schemas.all {
                json.key(named: name)
                json.value(schema)
            }
        }
    }

    private static func writeSecurity(below base: RootPath, to json: inout JSONWriter) {
        json.key("securitySchemes")
        json.object { json in
            json.key("token")
            json.object { json in
                json.member("type", "http")
                json.member("scheme", "bearer")
            }
            json.key("session")
            json.object { json in
                json.member("type", "apiKey")
                json.member("in", "cookie")
                json.member("name", SessionCookie(isSecure: false, base: base).name)
            }
        }
    }
}
