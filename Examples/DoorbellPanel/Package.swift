// swift-tools-version: 6.0
import PackageDescription

// A copy of this folder is a project. In the copy, change the path of Carillon here and in the Makefile.
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
