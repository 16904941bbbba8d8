// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "AlarmClock",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "AlarmClock",
            dependencies: [
                .product(name: "Carillon", package: "carillon"),
                .product(name: "Screens", package: "carillon"),
            ]),
        .testTarget(
            name: "AlarmClockTests",
            dependencies: ["AlarmClock", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
