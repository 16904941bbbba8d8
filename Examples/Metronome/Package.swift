// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Metronome",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "Metronome",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "MetronomeTests",
            dependencies: ["Metronome", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
