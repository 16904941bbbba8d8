// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "BabyMonitor",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "BabyMonitor",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "BabyMonitorTests",
            dependencies: ["BabyMonitor", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
