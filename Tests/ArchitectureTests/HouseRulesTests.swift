import Foundation
import Testing

@Suite("The house rules") struct HouseRulesTests {
    let swift: [SourceTree.File]
    let tests: [SourceTree.File]
    let scripts: [SourceTree.File]

    init() throws {
        swift = try SourceTree.files(under: "Sources", suffixes: [".swift"])
        tests = try SourceTree.files(under: "Tests", suffixes: [".swift"])
        scripts = try SourceTree.files(under: "Public", suffixes: [".js"])
    }

    @Test("no file is longer than its subject may be")
    func fileLengths() {
        #expect((swift + tests).flatMap { HouseRules.tooLong($0, limit: HouseRules.swiftFileLines) } == [])
        #expect(scripts.flatMap { HouseRules.tooLong($0, limit: HouseRules.scriptFileLines) } == [])
    }

    @Test("no function is longer than one thought")
    func functionLengths() {
        #expect((swift + tests).flatMap { HouseRules.longFunctions($0, limit: HouseRules.swiftFunctionLines) } == [])
        #expect(scripts.flatMap { HouseRules.longFunctions($0, limit: HouseRules.scriptFunctionLines) } == [])
    }

    @Test("no file or type has a name that says nothing")
    func names() {
        #expect((swift + tests + scripts).flatMap(HouseRules.emptyWords) == [])
    }

    @Test("what can trap or race says on the spot why it is safe")
    func unsafeWords() {
        #expect(swift.flatMap(HouseRules.unexplained) == [])
    }

    @Test("modules speak to each other with package access")
    func packageAccess() {
        #expect(swift.flatMap(HouseRules.publicNames) == [])
    }

    @Test("nothing is left for later")
    func marks() {
        #expect((swift + tests + scripts).flatMap(HouseRules.leftOverMarks) == [])
    }

    @Test("what Tests/run keeps from the thread sanitizer knows of one thread only")
    func singleThreaded() throws {
        let list = try #require(try SourceTree.text("Tests/run").firstMatch(of: #/single_threaded='([A-Za-z|]+)'/#))
        let modules = list.output.1.split(separator: "|").map { $0.dropLast("Tests".count) }
        #expect(modules.contains("LedgerCore"))
        let theirs = swift.filter { modules.contains(Substring($0.module)) }
        #expect(theirs.flatMap(HouseRules.concurrentWords) == [])
    }

    @Test("the scripts a newcomer starts are there and executable", arguments: ["Tests/run", "deploy/run", ".ci/run"])
    func entryPoints(path: String) {
        #expect(FileManager.default.isExecutableFile(atPath: SourceTree.root.appendingPathComponent(path).path))
    }

    @Test("each rule sees a breach when there is one")
    func rulesCanFail() {
        let body = Array(repeating: "        work()", count: 61)
        let long = file("Sources/X/LedgerManager.swift", ["    func f() {"] + body + ["    }"])
        #expect(HouseRules.longFunctions(long, limit: 60) == ["Sources/X/LedgerManager.swift:1: 63 lines"])
        #expect(HouseRules.tooLong(long, limit: 62).count == 1)
        #expect(HouseRules.emptyWords(long) == ["Sources/X/LedgerManager.swift: LedgerManager"])
        #expect(HouseRules.emptyWords(file("Sources/X/Database.swift", ["struct DatabaseInformation {}"])) == [])
        let risky = file("Sources/X/Y.swift", ["let a = try! f()", "// Safe because f never throws.", "try! f()"])
        #expect(HouseRules.unexplained(risky) == ["Sources/X/Y.swift:1: let a = try! f()"])
        #expect(HouseRules.publicNames(file("Sources/X/Y.swift", ["    public static func f() {"])).count == 1)
        #expect(HouseRules.leftOverMarks(file("Sources/X/Y.swift", ["// TO" + "DO: later"])).count == 1)
        let concurrent = file("Sources/X/Y.swift", ["    func f() async {}", "    // Task", "    taskName()"])
        #expect(HouseRules.concurrentWords(concurrent).count == 1)
        let script = file("Public/a.js", ["export function f() {"] + body + ["}"])
        #expect(HouseRules.longFunctions(script, limit: 30) == ["Public/a.js:1: 63 lines"])
    }

    private func file(_ path: String, _ lines: [String]) -> SourceTree.File {
        SourceTree.File(path: path, lines: lines)
    }
}
