// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "HallLight",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "HallLight",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "HallLightTests",
            dependencies: ["HallLight", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
