// swift-tools-version: 6.0
import PackageDescription

// All examples in a single package, so that Carillon is compiled only once: `swift run Doorbell`, `swift test`. Each
// folder is also a package of its own.

/// The examples. Each is a folder with the target in `Sources` and its tests in `Tests`.
let examples = [
    "AllOn", "Blink", "ButtonBell", "ButtonLight", "ColourLight", "CombinationLock", "Doorbell", "DoorbellPanel",
    "FadingLight", "HallLight", "HeatLamp", "HouseBell", "KitchenTimer", "Metronome", "MorseKey", "MotionAlarm",
    "MusicBox",
    "NightLight", "QuizBuzzers", "ReactionGame", "RunningLight", "ShutdownButton", "StopWatch", "TemperatureBar",
    "TrafficLights", "TwoHandControl", "VolumeKnob",
]

/// The libraries that examples need in addition to Carillon.
let libraries = ["DoorbellPanel": ["Fluxus"], "VolumeKnob": ["CarillonMemory"]]

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
    } + [
        // Records sessions of all examples with a hostile hand, and replays them. Each target is a folder in `Replays`.
        .target(
            name: "SessionTestSupport", dependencies: [.product(name: "CarillonTest", package: "carillon")],
            path: "Replays/SessionTestSupport", swiftSettings: [.define("EXAMPLES")]),
        // A link to Carillon's own application.
        .executableTarget(
            name: "CounterRecipe", dependencies: [.product(name: "Carillon", package: "carillon")],
            path: "Replays/Counter/Sources/CounterRecipe"),
        .testTarget(
            name: "ReplayTests",
            dependencies: examples.map { .target(name: $0) } + [
                "CounterRecipe", "SessionTestSupport", .product(name: "CarillonTest", package: "carillon"),
            ], path: "Replays/ReplayTests"),
    ],
    swiftLanguageModes: [.v6]
)

// Exported tests read the wirings' files, which builds without hardware cannot.
if Context.environment["CARILLON_HARDWARE"] != "0" {
    package.targets.append(
        .testTarget(
            name: "ExportedTests",
            dependencies: examples.map { .target(name: $0) } + [
                "CounterRecipe", .product(name: "CarillonTest", package: "carillon"),
            ],
            path: "Replays/ExportedTests"))
}
