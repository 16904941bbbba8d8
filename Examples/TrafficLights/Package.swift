// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "TrafficLights",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "TrafficLights",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "TrafficLightsTests",
            dependencies: ["TrafficLights", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
