// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "VolumeKnob",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "VolumeKnob",
            dependencies: [
                .product(name: "Carillon", package: "carillon"),
                .product(name: "CarillonMemory", package: "carillon"),
            ]),
        .testTarget(
            name: "VolumeKnobTests",
            dependencies: ["VolumeKnob", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
