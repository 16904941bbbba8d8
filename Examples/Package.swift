// swift-tools-version: 6.0
import Foundation
import PackageDescription

// All examples in a single package, so that Carillon is compiled only once: `swift run Doorbell`, `swift test`. Each
// folder is also a package of its own.

/// The examples. Each is a folder with the target in `Sources` and its tests in `Tests`.
let examples = try FileManager.default.contentsOfDirectory(atPath: Context.packageDirectory)
    .filter { !$0.contains(".") }.sorted()

/// The libraries that examples need in addition to Carillon.
let libraries = [
    "AlarmClock": ["Screens"], "DoorbellPanel": ["Fluxus"], "FluxusCounter": ["FluxusScreens"],
    "Jukebox": ["CarillonMemory"], "PlantWatering": ["CarillonMemory"], "Radio": ["CarillonMemory", "Screens"],
    "SettingsMenu": ["CarillonMemory", "Screens"],
    "VisitorCounter": ["CarillonMemory"], "VolumeKnob": ["CarillonMemory"],
]

let package = Package(
    name: "carillon-examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "carillon", path: "..")],
    targets: examples.flatMap { example -> [Target] in
        [
            .executableTarget(
                name: example,
                dependencies: (["Carillon"] + libraries[example, default: []]).map { library in
                    .product(name: library, package: "carillon")
                }, path: "\(example)/Sources/\(example)"),
            .testTarget(
                name: "\(example)Tests",
                dependencies: [.target(name: example), .product(name: "CarillonTest", package: "carillon")],
                path: "\(example)/Tests/\(example)Tests"),
        ]
    },
    swiftLanguageModes: [.v6]
)
