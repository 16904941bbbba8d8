// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Jukebox",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "Jukebox",
            dependencies: [
                .product(name: "Carillon", package: "carillon"),
                .product(name: "CarillonMemory", package: "carillon"),
            ]),
        .testTarget(
            name: "JukeboxTests",
            dependencies: ["Jukebox", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
