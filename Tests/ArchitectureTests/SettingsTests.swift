import Foundation
import Testing

/// The configuration file that a package installs, against the names that the program understands.
@Suite("The settings") struct SettingsTests {
    @Test("the configuration file explains every setting and names nothing else")
    func explained() throws {
        let source = try SourceTree.text("Sources/splitclone/Settings.swift")
        let list = try #require(source.firstMatch(of: #/static let names: Set = \[(?<names>[^\]]*)\]/#)).output.names
        let names = list.matches(of: #/"(?<name>SPLITCLONE_\w+)"/#).map { String($0.output.name) }
        let lines = try SourceTree.text("deploy/splitclone.conf").split(
            separator: "\n", omittingEmptySubsequences: false)
        let explained = lines.indices.compactMap { index -> String? in
            guard let setting = lines[index].wholeMatch(of: #/#?(?<name>SPLITCLONE_\w+)=.+/#) else { return nil }
            return index > 0 && lines[index - 1].hasPrefix("# ") ? String(setting.output.name) : nil
        }
        #expect(explained.sorted() == names.sorted())
        #expect(lines.allSatisfy { $0.isEmpty || $0.hasPrefix("# ") || $0.contains("=") })
    }
}
