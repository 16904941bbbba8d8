// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "ParkingAid",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "ParkingAid",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "ParkingAidTests",
            dependencies: ["ParkingAid", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
