// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "TwoHandControl",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "TwoHandControl",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "TwoHandControlTests",
            dependencies: ["TwoHandControl", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
