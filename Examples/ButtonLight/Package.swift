// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ButtonLight",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "ButtonLight",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "ButtonLightTests",
            dependencies: ["ButtonLight", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
