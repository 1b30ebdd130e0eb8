import Testing

@Suite("The import table") struct ImportTests {
    @Test("imports go to a lower floor, or to the right on the same floor")
    func directions() throws {
        let declared = ImportRules.declared(in: try SourceTree.text("Package.swift"))
        #expect(Set(declared.keys) == Set(ImportRules.floors.joined()), "every module has its place on a floor")
        for (module, imports) in declared {
            for imported in imports {
                #expect(ImportRules.mayImport(module, imported), "\(module) may not import \(imported)")
            }
        }
    }

    @Test("a source file imports only what Package.swift declares for its module, and the outside things allowed to it")
    func sources() throws {
        let declared = ImportRules.declared(in: try SourceTree.text("Package.swift"))
        for file in try SourceTree.files(under: "Sources", suffixes: [".swift"]) {
            let allowed = (declared[file.module] ?? []).union(ImportRules.outside[file.module] ?? [])
            for imported in file.lines.compactMap(ImportRules.imported) {
                #expect(allowed.contains(imported), "\(file.path) imports \(imported)")
            }
        }
    }

    @Test("an outside library is touched by one module alone")
    func oneOwner() {
        for library in [
            "CCurl", "CEpoll", "CTimex", "CMalloc", "CExpat", "CZlib", "COpenSSL", "CQREncode", "GRDB",
            "ArgumentParser",
        ] {
            #expect(ImportRules.outside.values.filter { $0.contains(library) }.count == 1, "\(library)")
        }
    }

    @Test("the core imports nothing, not even Foundation", arguments: ["LedgerCore", "JSON"])
    func pure(module: String) throws {
        let files = try SourceTree.files(under: "Sources/" + module, suffixes: [".swift"])
        #expect(!files.isEmpty)
        for file in files {
            #expect(file.lines.compactMap(ImportRules.imported).isEmpty, "\(file.path)")
        }
    }

    @Test("the rule itself: up and left are refused, import lines are understood in every spelling")
    func ruleCanFail() {
        #expect(ImportRules.mayImport("WebAPI", "LedgerCore"))
        #expect(ImportRules.mayImport("WebAPI", "HTTPServer"))
        #expect(!ImportRules.mayImport("HTTPServer", "WebAPI"))
        #expect(!ImportRules.mayImport("LedgerCore", "Cryptography"))
        #expect(!ImportRules.mayImport("LedgerCore", "LedgerCore"))
        #expect(ImportRules.imported(by: "package import JSON") == "JSON")
        #expect(ImportRules.imported(by: "@preconcurrency internal import struct Foundation.Date") == "Foundation")
        #expect(ImportRules.imported(by: "// import Foundation") == nil)
        #expect(ImportRules.imported(by: "let important = 3") == nil)
        let manifest = #"module("A1", imports: ["JSON", "CEpoll", logging]), module("JSON")"#
        #expect(ImportRules.declared(in: manifest) == ["A1": ["JSON"], "JSON": []])
    }
}
