// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "TemperatureBar",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "TemperatureBar",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "TemperatureBarTests",
            dependencies: ["TemperatureBar", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
