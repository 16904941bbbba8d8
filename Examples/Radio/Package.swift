// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Radio",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "Radio",
            dependencies: [
                .product(name: "Carillon", package: "carillon"),
                .product(name: "CarillonMemory", package: "carillon"),
                .product(name: "Screens", package: "carillon"),
            ]),
        .testTarget(
            name: "RadioTests",
            dependencies: ["Radio", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
