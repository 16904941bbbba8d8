// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "HeatLamp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "HeatLamp",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "HeatLampTests",
            dependencies: ["HeatLamp", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
