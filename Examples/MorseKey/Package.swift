// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "MorseKey",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "MorseKey",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "MorseKeyTests",
            dependencies: ["MorseKey", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
