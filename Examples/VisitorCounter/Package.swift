// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "VisitorCounter",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "VisitorCounter",
            dependencies: [
                .product(name: "Carillon", package: "carillon"),
                .product(name: "CarillonMemory", package: "carillon"),
            ]),
        .testTarget(
            name: "VisitorCounterTests",
            dependencies: ["VisitorCounter", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
