// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Thermostat",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "Thermostat",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "ThermostatTests",
            dependencies: ["Thermostat", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
