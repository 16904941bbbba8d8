// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ButtonBell",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "ButtonBell",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "ButtonBellTests",
            dependencies: ["ButtonBell", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
