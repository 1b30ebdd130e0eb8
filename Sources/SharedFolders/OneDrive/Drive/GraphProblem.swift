import JSON

/// An answer that is not the one that was wanted: its status and every known code in its body. Texts for people in it
/// are never looked at, nor shown.
struct GraphProblem: Equatable, Sendable {
    let status: Int
    /// Lower case, from all levels of `innerError`.
    let codes: Set<String>

    init(_ answer: TransferAnswer) {
        status = answer.status
        var codes: Set<String> = []
        // Bodies may be empty, or a gateway's page, whatever the content type says.
        var level = (try? JSONValue(parsing: answer.body))?["error"]
        while let current = level {
            if let code = current["code"]?.string, Self.isCode(code) { codes.insert(code.lowercased()) }
            level = current.members?.first { $0.name.lowercased() == "innererror" }?.value
        }
        self.codes = codes
    }

    private static func isCode(_ text: String) -> Bool {
        text.utf8.count <= 64 && text.utf8.allSatisfy { $0.isLetterOrDigit || $0 == 0x5F || $0 == 0x2E }
    }

    /// What is to be done about it. `what` names the file or folder.
    func folderError(_ what: String) -> FolderError {
        if status == 507 || codes.contains("quotalimitreached") { return .full }
        return switch status {
        case 400: refused(what)
        case 403: .denied(denial(what))
        case 404: .missing
        case 409, 412: .changed
        case 413: .damaged("\(what) is longer than OneDrive takes")
        case 423: .unreachable("\(what) is locked in OneDrive for the moment", retryAfter: .seconds(30))
        case 405, 411, 415, 501: .denied("OneDrive refused the request for \(what)\(named)")
        default: .unreachable("OneDrive answered with status \(status)\(named)")
        }
    }

    private func refused(_ what: String) -> FolderError {
        if codes.contains("pathistoolong") { return .damaged("the path of \(what) is too long for OneDrive") }
        if codes.contains("invalidpath") { return .damaged("OneDrive does not take the name of \(what)") }
        return .denied("OneDrive refused the request for \(what)\(named)")
    }

    private func denial(_ what: String) -> String {
        if codes.contains("malwaredetected") { return "OneDrive holds \(what) back because it takes it for malware" }
        if codes.contains("servicereadonly") {
            return "OneDrive gives this app read access only; the registration needs Files.ReadWrite.All"
        }
        return "OneDrive does not allow this account to use \(what)"
    }

    private var named: String {
        codes.isEmpty ? "" : " (\(codes.sorted().joined(separator: ", ")))"
    }
}
