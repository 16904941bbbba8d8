// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "PlantWatering",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "PlantWatering",
            dependencies: [
                .product(name: "Carillon", package: "carillon"),
                .product(name: "CarillonMemory", package: "carillon"),
            ]),
        .testTarget(
            name: "PlantWateringTests",
            dependencies: ["PlantWatering", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
