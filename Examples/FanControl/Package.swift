// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "FanControl",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "FanControl",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "FanControlTests",
            dependencies: ["FanControl", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
