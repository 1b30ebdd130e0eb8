// swift-tools-version: 6.1
//
// The servers that ours is measured against. A package of its own: nobody who builds SplitClone builds these.

import PackageDescription

let package = Package(
    name: "peers",
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
    ],
    targets: [
        .target(name: "Workload"),
        .executableTarget(
            name: "peer-hummingbird",
            dependencies: ["Workload", .product(name: "Hummingbird", package: "hummingbird")]),
        .executableTarget(
            name: "peer-flyingfox",
            dependencies: ["Workload", .product(name: "FlyingFox", package: "FlyingFox")]),
    ],
    swiftLanguageModes: [.v6]
)
