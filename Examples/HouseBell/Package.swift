// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "HouseBell",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "HouseBell",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "HouseBellTests",
            dependencies: ["HouseBell", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
