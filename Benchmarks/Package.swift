// swift-tools-version: 6.0
import PackageDescription

// What the hot paths cost. A package of its own, so that users of Carillon never build it.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        // Is put into aplay, to see when it begins.
        .library(name: "audio-tap", type: .dynamic, targets: ["CAudioTap"])
    ],
    dependencies: [.package(name: "carillon", path: "..")],
    targets: [
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "CAllocations",
                "CAudioTap",
                "CQueueLoad",
                "CSystemCalls",
                .product(name: "Carillon", package: "carillon"),
                .product(name: "CarillonRealTime", package: "carillon"),
                .product(name: "Fluxer", package: "carillon"),
                .product(name: "Fluxus", package: "carillon"),
                .product(name: "MobiusCore", package: "carillon"),
            ]),
        .target(name: "CAllocations"),
        .target(name: "CAudioTap", linkerSettings: [.linkedLibrary("asound")]),
        // What an edge on the kernel's chip is answered by in C, and what measures that.
        .executableTarget(name: "edge-floor", linkerSettings: [.linkedLibrary("gpiod")]),
        // What the real-time queue is compared with.
        .executableTarget(name: "queue-floor", dependencies: ["CQueueLoad"]),
        .target(name: "CQueueLoad"),
        .target(name: "CSystemCalls"),
    ],
    swiftLanguageModes: [.v6]
)
