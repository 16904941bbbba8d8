// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "NightLight",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "NightLight",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "NightLightTests",
            dependencies: ["NightLight", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
