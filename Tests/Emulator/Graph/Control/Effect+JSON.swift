internal import JSON

/// A command that is not understood, in words.
struct CommandFailure: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

/// The arguments of one command.
struct Arguments {
    let json: JSONValue

    func text(_ name: String) throws(CommandFailure) -> String {
        guard let text = json[name]?.string else { throw CommandFailure("\(name) is a text") }
        return text
    }

    func number(_ name: String) throws(CommandFailure) -> Int {
        guard let number = json[name]?.integer else { throw CommandFailure("\(name) is an integer") }
        return number
    }

    func optionalText(_ name: String) -> String? { json[name]?.string }
    func optionalNumber(_ name: String) -> Int? { json[name]?.integer }
    func flag(_ name: String) -> Bool? { json[name]?.bool }

    func user(_ name: String = "user") throws(CommandFailure) -> User.Name {
        guard let text = json[name]?.string else { return .owner }
        guard let user = User.Name(rawValue: text) else { throw CommandFailure("\(name) is owner, joiner or stranger") }
        return user
    }

    func one<Choice: RawRepresentable & CaseIterable>(_ name: String) throws(CommandFailure) -> Choice
    where Choice.RawValue == String {
        let text = try text(name)
        guard let choice = Choice(rawValue: text) else {
            let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("\(name) is one of \(all)")
        }
        return choice
    }
}

extension Effect {
    /// `{"effect": "status", "status": 429, "retryAfter": "3"}`: the case's name, and its values by name.
    init(_ arguments: Arguments) throws(CommandFailure) {
        let name = try arguments.text("effect")
        if let instead = try Effect.instead(name, arguments) {
            self = instead
        } else if let broken = try Effect.broken(name, arguments) {
            self = broken
        } else if let spoilt = try Effect.spoilt(name, arguments) {
            self = spoilt
        } else {
            throw CommandFailure("there is no effect \(name)")
        }
    }

    private static func instead(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> Effect? {
        switch name {
        case "status":
            var form: ErrorForm?
            if arguments.json["form"] != nil { form = try arguments.one("form") }
            return .status(
                try arguments.number("status"), code: arguments.optionalText("code"),
                inner: arguments.optionalText("inner"), message: arguments.optionalText("message"),
                retryAfter: arguments.optionalText("retryAfter"), form: form)
        case "loginError":
            let codes = (arguments.json["codes"]?.array ?? []).compactMap(\.integer)
            return .loginError(
                try arguments.text("error"), codes: codes, status: arguments.optionalNumber("status") ?? 400)
        case "answer":
            let fields = (arguments.json["fields"]?.members ?? []).map { ($0.name, $0.value.string ?? "") }
            return .answer(
                try arguments.number("status"), fields: fields, body: arguments.optionalText("body") ?? "")
        case "redirect":
            return .redirect(to: arguments.optionalText("to"), status: arguments.optionalNumber("status") ?? 302)
        case "redirectToItself": return .redirectToItself
        case "loginPage": return .loginPage
        default: return nil
        }
    }

    private static func spoilt(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> Effect? {
        switch name {
        case "understated": .understated(by: try arguments.number("by"))
        case "surplus": .surplus(try arguments.text("text"))
        case "flipped": .flipped(at: try arguments.number("at"))
        case "damaged": .damaged(try arguments.one("damage"))
        case "gzip": .gzip
        case "emptyBody": .emptyBody
        case "earlyHints": .earlyHints
        case "headerBomb": .headerBomb(count: try arguments.number("count"), bytes: try arguments.number("bytes"))
        case "omit": .omit(try arguments.text("name"))
        case "duplicate": .duplicate(try arguments.text("name"))
        case "twin": .twin(try arguments.text("name"))
        default: nil
        }
    }

    private static func broken(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> Effect? {
        let time = arguments.optionalNumber("milliseconds").map { Duration.milliseconds($0) }
        switch name {
        case "truncated": return .truncated(after: try arguments.number("after"))
        case "chunkedWithoutEnd": return .chunkedWithoutEnd(after: try arguments.number("after"))
        case "closeDelimited": return .closeDelimited(after: try arguments.number("after"))
        case "reset": return .reset(try point(arguments))
        case "stall": return .stall(try point(arguments), for: time)
        case "trickle": return .trickle(bytesPerSecond: try arguments.number("bytesPerSecond"))
        case "delay": return .delay(.milliseconds(try arguments.number("milliseconds")))
        case "continueNever": return .continueNever
        case "continueLate": return .continueLate(.milliseconds(try arguments.number("milliseconds")))
        default: return nil
        }
    }

    private static func point(_ arguments: Arguments) throws(CommandFailure) -> Point {
        switch arguments.optionalText("point") {
        case "beforeAnswer", nil: .beforeAnswer
        case "insideFields": .insideFields
        case "insideBody": .insideBody(after: try arguments.number("after"))
        default: throw CommandFailure("point is beforeAnswer, insideFields or insideBody")
        }
    }
}
