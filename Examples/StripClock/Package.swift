// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "StripClock",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "StripClock",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "StripClockTests",
            dependencies: ["StripClock", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
