/// The kinds of files that can be read.
package enum ImportFormat: String, Hashable, Sendable, CaseIterable {
    case splitwise = "splitwise-csv"
    case spliitJSON = "spliit-json"
    case spliitCSV = "spliit-csv"
    case cospend = "cospend-csv"
    case ihatemoneyJSON = "ihatemoney-json"
    case ihatemoneyCSV = "ihatemoney-csv"
    case settleUp = "settle-up-csv"
    case tricount = "tricount-csv"
    case tricountJSON = "tricount-json"
    case payBack = "payback-csv"
    case splitclone = "splitclone-csv"
    /// Any table, once somebody has said what its columns are.
    case table

    /// Identical rows of two files are the same entry only when both came from the same program.
    package var source: String {
        switch self {
        case .spliitJSON, .spliitCSV: "spliit"
        case .ihatemoneyJSON, .ihatemoneyCSV: "ihatemoney"
        case .tricount, .tricountJSON: "tricount"
        default: rawValue
        }
    }
}
