// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "FluxusCounter",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "FluxusCounter",
            dependencies: [
                .product(name: "Carillon", package: "carillon"),
                .product(name: "FluxusScreens", package: "carillon"),
            ]),
        .testTarget(
            name: "FluxusCounterTests",
            dependencies: ["FluxusCounter", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
