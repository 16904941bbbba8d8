// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Doorbell",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "Doorbell",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "DoorbellTests",
            dependencies: ["Doorbell", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
