import JSON

/// One thing that `doctor` looked at: how it is, and what to do about it.
struct Finding {
    enum Grade: String {
        case ok, warning, error
        /// Something that was kept is not there any more, or not as it was.
        case damage
    }

    let grade: Grade
    /// One word for what was looked at.
    let area: String
    /// Without a period at its end.
    let message: String
    let remedy: String?

    /// What helps when the database itself is damaged.
    static let restoring =
        "stop the server and put back a copy of the data directory; what is in shared folders is safe"

    static func ok(_ area: String, _ message: String) -> Finding {
        Finding(grade: .ok, area: area, message: message, remedy: nil)
    }

    static func warning(_ area: String, _ message: String, remedy: String?) -> Finding {
        Finding(grade: .warning, area: area, message: message, remedy: remedy)
    }

    static func error(_ area: String, _ message: String, remedy: String?) -> Finding {
        Finding(grade: .error, area: area, message: message, remedy: remedy)
    }

    /// Why another command would have failed here.
    init(_ area: String, _ error: any Error) {
        let failure = CommandFailure(error)
        let isDamage = failure.status == .foundDamage
        self.init(
            grade: isDamage ? .damage : .error, area: area, message: failure.message,
            remedy: failure.hint ?? (isDamage ? Self.restoring : nil))
    }

    init(grade: Grade, area: String, message: String, remedy: String?) {
        self.grade = grade
        self.area = area
        self.message = message
        self.remedy = remedy
    }
}

/// All findings, for people and for programs.
struct Diagnosis {
    private(set) var findings: [Finding] = []

    mutating func add(_ finding: Finding) { findings.append(finding) }
    mutating func add(_ more: [Finding]) { findings += more }

    func count(_ grade: Finding.Grade) -> Int { findings.count { $0.grade == grade } }

    /// One line each; damage is an error to look at.
    var lines: [String] {
        findings.map { finding in
            let grade = finding.grade == .damage ? Finding.Grade.error : finding.grade
            let start = Self.padded(grade.rawValue, to: 9) + Self.padded(finding.area, to: 12) + finding.message
            let line = finding.remedy.map { start + " → " + $0 } ?? start
            return line.split(whereSeparator: \.isNewline).joined(separator: " ")
        }
    }

    var json: String {
        var json = JSONWriter(pretty: true)
        json.object { json in
            json.member("errors", count(.error) + count(.damage))
            json.member("warnings", count(.warning))
            json.member("findings", each: findings) { json, finding in
                json.object { json in
                    json.member("grade", finding.grade.rawValue)
                    json.member("area", finding.area)
                    json.member("message", finding.message)
                    json.member("remedy", finding.remedy)
                }
            }
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }

    /// Why the command does not end well; `nil` when there are warnings at most.
    var failure: CommandFailure? {
        let damaged = count(.damage)
        let errors = count(.error) + damaged
        guard errors > 0 else { return nil }
        return CommandFailure(
            damaged > 0 ? .foundDamage : .failed, "\(counted(errors, "error")) found",
            hint: "each line that begins with error says what to do")
    }

    private static func padded(_ word: String, to width: Int) -> String {
        word + String(repeating: " ", count: max(1, width - word.count))
    }
}
