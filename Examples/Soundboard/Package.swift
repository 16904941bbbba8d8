// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Soundboard",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "Soundboard",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "SoundboardTests",
            dependencies: ["Soundboard", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
