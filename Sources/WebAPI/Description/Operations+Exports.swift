import HTTPServer
import Interchange
import LedgerCore

/// Files for other programs.
extension Operations {
    static let exports: [String: Operation] = [
        "export": Operation(
            "One person's transactions as a file for other programs (SC-FR-EXR-1…6)",
            query: [
                .init(name: "participant", schema: .uuid, about: "Me, if left out."),
                .init(
                    name: "mode", schema: .oneOf(Projection.allCases.map(\.rawValue)),
                    about: "`cash`, if left out: what moved in the bank account; `virtual`: what changed the position."),
                .init(
                    name: "format", schema: .oneOf(ExportRoute.formats),
                    about: "`csv`, if left out: exactly as specified."),
                .init(
                    name: "dates", schema: .oneOf(ExportFormat.DateOrder.allCases.map(\.rawValue)),
                    about: "Of `qif` and `ynab`: how days are written, `mdy` if left out."),
                .init(
                    name: "encoding", schema: .oneOf(ExportFormat.Encoding.allCases.map(\.rawValue)),
                    about: "Of `wiso`: `utf-8`, if left out."),
            ] + Operation.Parameter.expenseFilter.filter { ["label", "from", "to"].contains($0.name) },
            200, .file(contentTypes: contentTypes)),
        "exportArchive": Operation(
            "The whole ledger as a ZIP file: what it comes to, everybody's transactions, and the log in the clear",
            200, .file(contentTypes: ["application/zip"])),
    ]

    private static let contentTypes: [String] = {
        let types = ExportFormat.allCases.map { String($0.contentType().prefix { $0 != ";" }) }
        return Set(types).sorted()
    }()
}
