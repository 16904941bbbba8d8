// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "RemoteControl",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "RemoteControl",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "RemoteControlTests",
            dependencies: ["RemoteControl", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
