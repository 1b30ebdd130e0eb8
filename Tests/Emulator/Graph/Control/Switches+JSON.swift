internal import JSON

extension Switches {
    /// Sets a switch by its name in Swift; the value is a text, a number or a truth value, as it has it there.
    mutating func set(_ arguments: Arguments) throws(CommandFailure) {
        let name = try arguments.text("name")
        if try setChoice(name, arguments) { return }
        if try setUncertainty(name, arguments) { return }
        if try setNumber(name, arguments) { return }
        if setFlag(name, arguments.flag("value")) { return }
        throw CommandFailure("there is no switch \(name) with such a value")
    }

    private mutating func setChoice(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> Bool {
        switch name {
        case "authorization":
            switch try arguments.text("value") {
            case "asks": authorization = .asks
            case "declines": authorization = .declines
            default: authorization = .approves(try arguments.user("value"))
            }
        case "refresh": refresh = try arguments.one("value")
        case "errorForm": errorForm = try arguments.one("value")
        case "driveIDForm": driveIDForm = try arguments.one("value")
        case "redirectBody": redirectBody = try arguments.one("value")
        case "businessFolderTag": businessFolderTag = try arguments.one("value")
        case "createdFolder": createdFolder = try arguments.one("value")
        case "sharedWithMe": sharedWithMe = try arguments.one("value")
        default: return false
        }
        return true
    }

    private mutating func setUncertainty(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> Bool {
        switch name {
        case "listOfFile": uncertainties.listOfFile = try arguments.one("value")
        case "failWithOtherCase": uncertainties.failWithOtherCase = try arguments.one("value")
        case "putIfMatch": uncertainties.putIfMatch = try arguments.one("value")
        case "putIfMatchAbsent": uncertainties.putIfMatchAbsent = try arguments.one("value")
        case "putIfNoneMatch": uncertainties.putIfNoneMatch = try arguments.one("value")
        case "putWithoutParent": uncertainties.putWithoutParent = try arguments.one("value")
        case "conditionalRead": uncertainties.conditionalRead = try arguments.one("value")
        case "redeemed": uncertainties.redeemed = try arguments.one("value")
        case "foreignAccess": uncertainties.foreignAccess = try arguments.one("value")
        case "readOnlyPut": uncertainties.readOnlyPut = try arguments.one("value")
        case "deleteIfMatch": uncertainties.deleteIfMatch = try arguments.one("value")
        case "expiredDownload":
            guard let status = Uncertainties.Expired(rawValue: try arguments.number("value")) else { return false }
            uncertainties.expiredDownload = status
        default: return false
        }
        return true
    }

    private mutating func setNumber(_ name: String, _ arguments: Arguments) throws(CommandFailure) -> Bool {
        let numbers: [String: WritableKeyPath<Switches, Int>] = [
            "accessTokenLife": \.accessTokenLife, "refreshTokenLife": \.refreshTokenLife, "codeLife": \.codeLife,
            "deviceCodeLife": \.deviceCodeLife, "deviceInterval": \.deviceInterval, "pageLimit": \.pageLimit,
            "nextLinkLife": \.nextLinkLife, "putLimit": \.putLimit, "quota": \.quota, "downloadLife": \.downloadLife,
            "lag.byPath": \.lag.byPath, "lag.byID": \.lag.byID, "lag.intoNewFolder": \.lag.intoNewFolder,
            "lag.listNotFound": \.lag.listNotFound, "lag.listEmpty": \.lag.listEmpty,
        ]
        if name == "postProcessing" {
            postProcessing = arguments.optionalNumber("value")
        } else if name == "latencyMilliseconds" {
            latency = .milliseconds(try arguments.number("value"))
        } else if let path = numbers[name] {
            self[keyPath: path] = try arguments.number("value")
        } else {
            return false
        }
        return true
    }

    private mutating func setFlag(_ name: String, _ value: Bool?) -> Bool {
        let flags: [String: WritableKeyPath<Switches, Bool>] = [
            "declinesAsRFC": \.declinesAsRFC, "refusesLargePages": \.refusesLargePages,
            "downloadsHonourRange": \.downloadsHonourRange, "downloadsRefuseConditions": \.downloadsRefuseConditions,
            "downloadsFailOnce": \.downloadsFailOnce,
        ]
        guard let path = flags[name], let value else { return false }
        self[keyPath: path] = value
        return true
    }
}
