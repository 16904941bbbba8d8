// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "doorbell",
    dependencies: [.package(name: "carillon", path: "../carillon")],
    targets: [
        .executableTarget(name: "doorbell", dependencies: [.product(name: "Carillon", package: "carillon")])
    ]
)
