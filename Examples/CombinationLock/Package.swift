// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "CombinationLock",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "CombinationLock",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "CombinationLockTests",
            dependencies: ["CombinationLock", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
