// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ColourLight",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "ColourLight",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "ColourLightTests",
            dependencies: ["ColourLight", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
