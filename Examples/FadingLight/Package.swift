// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "FadingLight",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "FadingLight",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "FadingLightTests",
            dependencies: ["FadingLight", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
