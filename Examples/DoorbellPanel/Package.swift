// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "DoorbellPanel",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "DoorbellPanel",
            dependencies: [
                .product(name: "Carillon", package: "carillon"),
                .product(name: "Fluxus", package: "carillon"),
            ]),
        .testTarget(
            name: "DoorbellPanelTests",
            dependencies: ["DoorbellPanel", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
