// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "StopWatch",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "StopWatch",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "StopWatchTests",
            dependencies: ["StopWatch", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
