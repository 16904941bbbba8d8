// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "SettingsMenu",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "SettingsMenu",
            dependencies: [
                .product(name: "Carillon", package: "carillon"),
                .product(name: "CarillonMemory", package: "carillon"),
                .product(name: "Screens", package: "carillon"),
            ]),
        .testTarget(
            name: "SettingsMenuTests",
            dependencies: ["SettingsMenu", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
