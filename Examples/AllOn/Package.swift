// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "AllOn",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "AllOn",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "AllOnTests",
            dependencies: ["AllOn", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
