// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "QuizBuzzers",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "../..")],
    targets: [
        .executableTarget(
            name: "QuizBuzzers",
            dependencies: [.product(name: "Carillon", package: "carillon")]),
        .testTarget(
            name: "QuizBuzzersTests",
            dependencies: ["QuizBuzzers", .product(name: "CarillonTest", package: "carillon")]),
    ]
)
