// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "MusicBox",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "MusicBox",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "MusicBoxTests",
            dependencies: ["MusicBox", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
