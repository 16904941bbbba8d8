// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "GuestBook",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "GuestBook",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "GuestBookTests",
            dependencies: ["GuestBook", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
