// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "KeypadLock",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "KeypadLock",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "KeypadLockTests",
            dependencies: ["KeypadLock", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
