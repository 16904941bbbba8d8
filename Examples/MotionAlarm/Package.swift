// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "MotionAlarm",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "MotionAlarm",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "MotionAlarmTests",
            dependencies: ["MotionAlarm", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
