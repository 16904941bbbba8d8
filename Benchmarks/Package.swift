// swift-tools-version: 6.0
import PackageDescription

// Measures the cost of the hot paths. A package of its own, so that users of Carillon never build it.
let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        // Loaded into aplay, to record when it starts to play.
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
        // The C reference for edges on the kernel's chip, and the program that measures them.
        .executableTarget(name: "edge-floor", linkerSettings: [.linkedLibrary("gpiod")]),
        // A loop with many events, with and without the page.
        .executableTarget(name: "page-flood", dependencies: [.product(name: "Carillon", package: "carillon")]),
        // The C reference for the real-time queue.
        .executableTarget(name: "queue-floor", dependencies: ["CQueueLoad"]),
        .target(name: "CQueueLoad"),
        .target(name: "CSystemCalls"),
    ],
    swiftLanguageModes: [.v6]
)
