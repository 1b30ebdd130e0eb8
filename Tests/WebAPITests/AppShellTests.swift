import Cryptography
import HTTPServer
import Testing

@testable import WebAPI

@Suite("The app's files are made one whole at the start")
struct AppShellTests {
    private func file(_ text: String, _ path: String) -> StaticFile {
        StaticFile(bytes: Array(text.utf8), contentType: StaticFile.contentType(ofPath: path), modified: 0)
    }

    private func arranged(_ changes: [String: String] = [:], below base: RootPath = .top) -> [String: StaticFile] {
        let texts = [
            "/index.html": #"<link rel="stylesheet" href="/styles/a.css"><!-- integrity --><script src="/app.js">"#,
            "/app.js": "import './core/money.js';", "/core/money.js": "export const one = 1n;",
            "/service-worker.js": #"const shell = { "version": "unbuilt", "files": {} };"#,
            "/styles/a.css": "a{}", "/words/en.json": "{}",
        ].merging(changes) { $1 }
        var files = Dictionary(uniqueKeysWithValues: texts.map { ($0.key, file($0.value, $0.key)) })
        AppShell.arrange(&files, below: base)
        return files
    }

    private func text(_ file: StaticFile?) -> String {
        String(decoding: file?.bytes ?? [], as: UTF8.self)
    }

    @Test("the page names the digest of every module, and the policy admits exactly that import map")
    func importMap() throws {
        let files = arranged()
        let page = text(files["/index.html"])
        let opened = page.split(separator: #"<script type="importmap">"#).last
        let map = try #require(opened?.split(separator: "</script>").first)
        let digest = "sha256-" + Base64.encode(SHA256.hash(Array("export const one = 1n;".utf8)))
        #expect(map.contains(#""/core/money.js":"\#(digest)""#))
        #expect(map.contains(#""/app.js":"sha256-"#))
        #expect(page.contains(#"<link rel="modulepreload" href="/core/money.js" integrity="\#(digest)">"#))
        #expect(!map.contains("service-worker"))
        let hash = Base64.encode(SHA256.hash(Array(map.utf8)))
        let policy = try #require(files["/index.html"]?.fields["Content-Security-Policy"])
        #expect(policy.contains("script-src 'self' 'sha256-\(hash)'"))
    }

    @Test("what the page needs to start is asked for early, what is imported later is not; all of it is in the map")
    func preloads() {
        let files = arranged([
            "/first-words.js": "import './elements/words.js';", "/elements/words.js": "",
            "/app.js": """
            // import "./comment.js";
            import {
                one,
            } from "./core/money.js";
            import './elements/a.js';
            export { two } from "./screens/stage.js";
            export const from = { name: "./no.js" };
            const late = () => import("./screens/late.js");
            """,
            "/elements/a.js": "", "/screens/late.js": "import '../core/later.js';", "/core/later.js": "",
            "/screens/stage.js": "import { x } from '../elements/b.js';\nimport { y } from '/app.js';",
            "/elements/b.js": "", "/no.js": "", "/comment.js": "",
        ])
        let page = text(files["/index.html"])
        let asked = page.split(separator: #"<link rel="modulepreload" href=""#).dropFirst()
            .map { $0.prefix { $0 != "\"" } }
        #expect(
            asked == [
                "/first-words.js", "/app.js", "/elements/words.js", "/core/money.js", "/elements/a.js",
                "/screens/stage.js", "/elements/b.js",
            ])
        for path in ["/screens/late.js", "/core/later.js", "/no.js"] { #expect(page.contains(#""\#(path)":"sha256-"#)) }
    }

    @Test("a stylesheet carries its digest")
    func stylesheet() {
        let digest = "sha256-" + Base64.encode(SHA256.hash(Array("a{}".utf8)))
        #expect(text(arranged()["/index.html"]).contains(#"href="/styles/a.css" integrity="\#(digest)""#))
    }

    @Test("the service worker lists every file but itself, the page by its address")
    func workerList() {
        let worker = text(arranged()["/service-worker.js"])
        for path in ["/", "/app.js", "/core/money.js", "/styles/a.css", "/words/en.json"] {
            #expect(worker.contains(#""\#(path)":"sha256-"#))
        }
        #expect(!worker.contains("index.html") && !worker.contains("unbuilt") && !worker.contains("service-worker"))
    }

    @Test("the version changes with any file, and only then")
    func version() {
        func worker(_ changes: [String: String]) -> String { text(arranged(changes)["/service-worker.js"]) }
        #expect(worker([:]) == worker([:]))
        #expect(worker([:]) != worker(["/words/en.json": "{ }"]))
    }

    @Test("below a path every address in page and worker begins with it, and the digests are the same")
    func belowPath() throws {
        let files = arranged(below: try #require(RootPath("/home/split")))
        let page = text(files["/index.html"])
        let digest = "sha256-" + Base64.encode(SHA256.hash(Array("export const one = 1n;".utf8)))
        #expect(page.contains(#""/home/split/core/money.js":"\#(digest)""#))
        #expect(page.contains(#"<link rel="modulepreload" href="/home/split/core/money.js" integrity="\#(digest)">"#))
        #expect(page.contains(#"href="/home/split/styles/a.css" integrity="sha256-"#))
        #expect(page.contains(#"<script src="/home/split/app.js">"#))
        #expect(!page.contains(#""/app.js""#) && !page.contains("split/home"))
        let worker = text(files["/service-worker.js"])
        #expect(worker.contains(#""/home/split/":"sha256-"#) && worker.contains(#""/home/split/app.js":"sha256-"#))
        #expect(!worker.contains(#""/app.js""#))
    }

    @Test("a name that would need escaping stays out of page and worker")
    func oddNames() {
        let files = arranged(["/a\"><script>.js": "1"])
        #expect(!text(files["/index.html"]).contains("<script>.js"))
        #expect(!text(files["/service-worker.js"]).contains("<script>"))
    }

    @Test("without an app there is nothing to arrange")
    func empty() {
        var files: [String: StaticFile] = [:]
        AppShell.arrange(&files)
        #expect(files.isEmpty)
    }
}
