// swift-tools-version: 6.2
//
// The map of the project: one line per module, naming exactly what it imports. Imports go to a lower floor, or to the
// right on the same floor; `docs/architecture.md` draws it and `Tests/ArchitectureTests` holds it.

import PackageDescription

let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let strict: [SwiftSetting] = [
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// `FUZZ=1 swift build` compiles everything for libFuzzer and adds the targets of `Tests/Fuzz`.
let isFuzzing = Context.environment["FUZZ"] == "1"
let fuzzing: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : []

/// `SIMULATION=1 swift build -c release --product simulation`, which looks into these two as tests do.
let looksInto: Set<String> = Context.environment["SIMULATION"] == "1" ? ["Bookkeeping", "LedgerSync"] : []
let testable: [SwiftSetting] = [.unsafeFlags(["-enable-testing"])]

func module(_ name: String, imports: [Target.Dependency] = []) -> Target {
    let settings = looksInto.contains(name) ? strict + testable : strict + fuzzing
    return .target(name: name, dependencies: imports, swiftSettings: settings)
}

/// `Tests/Fuzz/<name>`, with the inputs to start from in its folder `Corpus`.
func fuzzer(_ name: String, imports: [Target.Dependency]) -> Target {
    .executableTarget(
        name: "Fuzz\(name)", dependencies: imports + ["FuzzDriver"], path: "Tests/Fuzz/\(name)", exclude: ["Corpus"],
        swiftSettings: strict + fuzzing, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])])
}

let fuzzers: [Target] = [
    .target(
        name: "FuzzDriver", path: "Tests/Fuzz/Driver", swiftSettings: strict + [.enableExperimentalFeature("Extern")]),
    fuzzer("Events", imports: ["FolderFormat", "LedgerCore", "JSON"]),
    fuzzer("Import", imports: ["Interchange", "LedgerCore"]),
    fuzzer("JoinCode", imports: ["Cryptography"]),
    fuzzer("Multistatus", imports: ["SharedFolders"]),
    fuzzer("Passkey", imports: ["Cryptography"]),
    fuzzer("RequestParser", imports: ["HTTPServer"]),
]

func tests(_ name: String, imports: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: imports, swiftSettings: strict)
}

func library(_ name: String, pkgConfig: String?, apt: [String]) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: apt.isEmpty ? nil : [.apt(apt)])
}

let package = Package(
    name: "splitclone",
    products: [.executable(name: "splitclone", targets: ["splitclone"])],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        // 4  run
        .executableTarget(
            name: "splitclone",
            dependencies: [
                "WebAPI", "HTTPServer", "Bookkeeping", "LedgerSync", "SharedFolders", "SQLiteStore", "FolderFormat",
                "Cryptography", "Accounts", "LedgerCore", "JSON", "CTimex", argumentParser, logging,
            ],
            swiftSettings: strict),

        // 3  serve
        module(
            "WebAPI",
            imports: [
                "HTTPServer", "Bookkeeping", "LedgerSync", "SharedFolders", "FolderFormat", "Cryptography",
                "Interchange", "Accounts", "LedgerCore", "JSON", "CQREncode", logging,
            ]),
        module("HTTPServer", imports: ["Cryptography", "CEpoll", "CZlib"]),

        // 2  work
        module(
            "Bookkeeping",
            imports: [
                "LedgerSync", "SharedFolders", "SQLiteStore", "FolderFormat", "Cryptography", "Interchange", "Accounts",
                "LedgerCore", "JSON", logging,
            ]),
        module(
            "LedgerSync",
            imports: ["SharedFolders", "SQLiteStore", "FolderFormat", "Cryptography", "LedgerCore", logging]),
        module("SharedFolders", imports: ["Cryptography", "JSON", "CCurl", "CExpat", "CMalloc"]),

        // 1  keep
        module("SQLiteStore", imports: ["Cryptography", "Accounts", "LedgerCore", grdb, sqlite]),
        module("FolderFormat", imports: ["Cryptography", "LedgerCore", "JSON"]),
        module("Cryptography", imports: ["COpenSSL"]),

        // 0  know
        module("Interchange", imports: ["LedgerCore", "JSON"]),
        module("Accounts", imports: ["LedgerCore"]),
        module("LedgerCore"),
        module("JSON"),

        // The world outside
        library("COpenSSL", pkgConfig: "openssl", apt: ["libssl-dev"]),
        library("CCurl", pkgConfig: "libcurl", apt: ["libcurl4-openssl-dev"]),
        library("CZlib", pkgConfig: "zlib", apt: ["zlib1g-dev"]),
        library("CExpat", pkgConfig: "expat", apt: ["libexpat1-dev"]),
        library("CQREncode", pkgConfig: "libqrencode", apt: ["libqrencode-dev"]),
        library("CEpoll", pkgConfig: nil, apt: []),
        library("CTimex", pkgConfig: nil, apt: []),
        library("CMalloc", pkgConfig: nil, apt: []),

        // Numbers that are the same in every run of a test
        .target(name: "Seeded", path: "Tests/Seeded", swiftSettings: strict),

        // OneDrive in a box: what the tests of a folder there speak to
        .target(
            name: "GraphEmulator", dependencies: ["Cryptography", "JSON", "Seeded"], path: "Tests/Emulator/Graph",
            swiftSettings: strict),
        .executableTarget(
            name: "graph-emulator", dependencies: ["GraphEmulator"], path: "Tests/Emulator/Command",
            swiftSettings: strict),

        // A WebDAV server with every custom that servers have
        .target(name: "WebDAVEmulator", path: "Tests/Emulator/WebDAV", swiftSettings: strict),

        // Homes over one folder, through everything that can happen: Tests/Simulation/run
        .executableTarget(
            name: "simulation",
            dependencies: [
                "Bookkeeping", "LedgerSync", "SharedFolders", "SQLiteStore", "FolderFormat", "Cryptography",
                "LedgerCore", "Seeded",
            ],
            path: "Tests/Simulation", exclude: ["run"], swiftSettings: strict),

        // Random cases with what LedgerCore makes of them, for the app's core: Tests/Web/cases.test.js
        .executableTarget(
            name: "core-cases", dependencies: ["LedgerCore", "JSON", "Seeded"], path: "Tests/Web/Cases",
            swiftSettings: strict),

        // Measured by Tests/Bench against other servers
        .executableTarget(
            name: "bench-store", dependencies: ["SQLiteStore", "Cryptography", "Accounts", "LedgerCore", sqlite],
            path: "Tests/Bench/Store", swiftSettings: strict),
        .executableTarget(
            name: "bench-pull",
            dependencies: ["LedgerSync", "SharedFolders", "SQLiteStore", "FolderFormat", "Cryptography", "LedgerCore"],
            path: "Tests/Bench/Pull", swiftSettings: strict),
        .executableTarget(
            name: "bench-unshared",
            dependencies: [
                "WebAPI", "HTTPServer", "Bookkeeping", "LedgerSync", "SharedFolders", "SQLiteStore", "Cryptography",
                "LedgerCore", logging,
            ],
            path: "Tests/Bench/Post", swiftSettings: strict),
        .executableTarget(
            name: "bench-server", dependencies: ["HTTPServer", "JSON"], path: "Tests/Bench/Server",
            swiftSettings: strict),
        .executableTarget(
            name: "bench-settle-up", dependencies: ["LedgerCore"], path: "Tests/Bench/SettleUp", swiftSettings: strict),
        .executableTarget(
            name: "bench-budget", dependencies: ["LedgerCore", "Seeded"], path: "Tests/Bench/Budget",
            swiftSettings: strict),
        .executableTarget(
            name: "bench-open", dependencies: ["FolderFormat", "Cryptography", "LedgerCore", "Seeded"],
            path: "Tests/Bench/Open",
            swiftSettings: strict),

        .executableTarget(
            name: "bench-import", dependencies: ["Interchange"], path: "Tests/Bench/Import", swiftSettings: strict),

        tests("LedgerCoreTests", imports: ["LedgerCore", "JSON"]),
        tests("JSONTests", imports: ["JSON", "Seeded"]),
        tests("InterchangeTests", imports: ["Interchange", "LedgerCore", "JSON"]),
        tests("AccountsTests", imports: ["Accounts", "LedgerCore"]),
        tests("CryptographyTests", imports: ["Cryptography", "COpenSSL", "JSON"]),
        tests("FolderFormatTests", imports: ["FolderFormat", "Cryptography", "LedgerCore", "JSON", "Seeded"]),
        tests("SQLiteStoreTests", imports: ["SQLiteStore", "Cryptography", "Accounts", "LedgerCore", grdb]),
        tests("SharedFoldersTests", imports: ["SharedFolders", "GraphEmulator", "WebDAVEmulator", "JSON"]),
        tests(
            "LedgerSyncTests",
            imports: [
                "LedgerSync", "SharedFolders", "SQLiteStore", "FolderFormat", "Cryptography", "LedgerCore", "JSON",
                "GraphEmulator", "WebDAVEmulator", "Seeded",
            ]),
        tests(
            "BookkeepingTests",
            imports: [
                "Bookkeeping", "LedgerSync", "SharedFolders", "SQLiteStore", "FolderFormat", "Cryptography",
                "Interchange", "Accounts", "LedgerCore", logging,
            ]),
        tests("HTTPServerTests", imports: ["HTTPServer", "Cryptography", "COpenSSL", "CZlib"]),
        tests(
            "WebAPITests",
            imports: [
                "WebAPI", "HTTPServer", "Bookkeeping", "LedgerSync", "SharedFolders", "SQLiteStore", "FolderFormat",
                "Cryptography", "Accounts", "LedgerCore", "JSON", logging,
            ]),
        tests("EmulatorTests", imports: ["GraphEmulator", "JSON"]),
        tests("ArchitectureTests", imports: []),
    ] + (isFuzzing ? fuzzers : []),
    swiftLanguageModes: [.v6]
)
