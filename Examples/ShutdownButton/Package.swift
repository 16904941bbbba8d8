// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ShutdownButton",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "ShutdownButton",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "ShutdownButtonTests",
            dependencies: ["ShutdownButton", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
