// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ReactionGame",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "ReactionGame",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "ReactionGameTests",
            dependencies: ["ReactionGame", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
