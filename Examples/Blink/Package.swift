// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Blink",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "Blink",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "BlinkTests",
            dependencies: ["Blink", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
