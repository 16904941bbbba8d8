// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "WeatherStation",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "WeatherStation",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "WeatherStationTests",
            dependencies: ["WeatherStation", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
