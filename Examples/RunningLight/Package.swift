// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "RunningLight",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "RunningLight",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "RunningLightTests",
            dependencies: ["RunningLight", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
