// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "KitchenTimer",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "KitchenTimer",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "KitchenTimerTests",
            dependencies: ["KitchenTimer", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
