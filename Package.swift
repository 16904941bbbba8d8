// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "carillon",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Carillon", targets: ["Carillon"]),
        .library(name: "CarillonRealTime", targets: ["CarillonRealTime"]),
        .library(name: "CarillonTest", targets: ["CarillonTest"]),
        .library(name: "Fluxer", targets: ["Fluxer"]),
        .library(name: "Fluxus", targets: ["Fluxus"]),
        .library(name: "MobiusCore", targets: ["MobiusCore"]),
        .library(name: "MobiusExtras", targets: ["MobiusExtras"]),
        .library(name: "MobiusLoopTypes", targets: ["MobiusLoopTypes"]),
        .library(name: "MobiusTest", targets: ["MobiusTest"]),
        .executable(name: "carillon", targets: ["carillon"]),
        .executable(name: "counter", targets: ["counter"]),
    ],
    targets: [
        // The example application.
        .executableTarget(name: "counter", dependencies: ["Carillon"]),

        // Examples for what the counter does without.
        .executableTarget(name: "DoorbellPanel", dependencies: ["Carillon", "Fluxus"], path: "Examples/DoorbellPanel"),

        // The command-line tool.
        .executableTarget(
            name: "carillon",
            dependencies: ["CGetopt", "CarillonAudio", "CarillonBoard", "CarillonGPIO", "CarillonRealTime"]),

        // The appliance, from the names in a wiring down to the lines and the sound card.
        .target(
            name: "Carillon",
            dependencies: [
                "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonRealTime", "MobiusCore",
                "MobiusExtras",
            ]),
        .target(name: "CarillonBoard", dependencies: ["CGetopt", "CSystemd", "CYAML", "CarillonDevices"]),
        .target(
            name: "CarillonDevices",
            dependencies: ["CarillonAudio", "CarillonGPIO", "CarillonRealTime", "MobiusCore"]),
        .target(name: "CarillonGPIO", dependencies: ["CGPIOD", "CarillonRealTime"]),
        .target(name: "CarillonAudio", dependencies: ["CALSA", "CRealTime", "CSndfile", "CSoxr", "CarillonRealTime"]),
        .target(name: "CarillonRealTime", dependencies: ["CRealTime", "MobiusCore"]),

        // The bench, for tests of applications.
        .target(name: "CarillonTest", dependencies: ["Carillon"]),

        // The loop.
        .target(name: "MobiusCore"),
        .target(name: "MobiusExtras", dependencies: ["MobiusCore"]),
        .target(name: "MobiusLoopTypes", dependencies: ["MobiusCore"]),
        .target(name: "MobiusTest", dependencies: ["MobiusCore"]),

        // Stores, beside the loops.
        .target(name: "Fluxer", dependencies: ["MobiusCore"]),
        .target(name: "Fluxus", dependencies: ["MobiusCore"]),

        // The C edge: each library's headers and what Swift cannot import of them.
        .target(name: "CALSA", linkerSettings: [.linkedLibrary("asound")]),
        .target(name: "CGetopt"),
        .target(name: "CGPIOD", linkerSettings: [.linkedLibrary("gpiod")]),
        .target(name: "CRealTime"),
        .target(name: "CSndfile", linkerSettings: [.linkedLibrary("sndfile")]),
        .target(name: "CSoxr", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CSystemd", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CYAML", linkerSettings: [.linkedLibrary("yaml")]),

        // What a test looks at from outside, as a process of its own.
        .executableTarget(
            name: "AudioProbe", dependencies: ["CarillonAudio", "CarillonRealTime"], path: "Tests/AudioProbe"),
        .executableTarget(
            name: "RealTimeProbe", dependencies: ["CRealTime", "CarillonRealTime"], path: "Tests/RealTimeProbe"),
        .executableTarget(name: "ServiceProbe", dependencies: ["Carillon"], path: "Tests/ServiceProbe"),
        .executableTarget(
            name: "RenderProbe", dependencies: ["Fluxer"], path: "Tests/RenderProbe",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .executableTarget(name: "DeviceProbe", dependencies: ["CarillonDevices"], path: "Tests/DeviceProbe"),
        .executableTarget(
            name: "SoundFuzz", dependencies: ["CSndfile", "CarillonAudio", "CarillonRealTime"], path: "Tests/SoundFuzz"),

        // What tests of several modules need.
        .target(name: "TestSupport", dependencies: ["MobiusCore"], path: "Tests/TestSupport"),

        .testTarget(name: "CarillonAudioTests", dependencies: ["CarillonAudio", "SoundFuzz", "TestSupport"]),
        .testTarget(name: "CarillonBoardTests", dependencies: ["CarillonBoard", "TestSupport"]),
        .testTarget(name: "CarillonDevicesTests", dependencies: ["CarillonDevices"]),
        .testTarget(name: "CarillonGPIOTests", dependencies: ["CarillonGPIO", "TestSupport"]),
        .testTarget(
            name: "CarillonToolTests",
            dependencies: [
                "CarillonAudio", "CarillonBoard", "CarillonGPIO", "CarillonRealTime", "TestSupport", "carillon",
            ]),
        .testTarget(name: "CarillonRealTimeTests", dependencies: ["CarillonRealTime", "carillon", "RealTimeProbe"]),
        .testTarget(name: "CarillonTestTests", dependencies: ["CarillonTest"]),
        .testTarget(name: "CounterTests", dependencies: ["CarillonTest", "MobiusTest", "ServiceProbe", "counter"]),
        .testTarget(name: "ExamplesTests", dependencies: ["CarillonTest", "DoorbellPanel"]),
        .testTarget(name: "FluxerTests", dependencies: ["CarillonRealTime", "Fluxer", "MobiusCore", "TestSupport"]),
        .testTarget(name: "FluxusTests", dependencies: ["CarillonRealTime", "Fluxus", "MobiusCore", "TestSupport"]),
        // The code of the READMEs of Fluxer and Fluxus, in the language mode of their time, which gives warnings.
        .testTarget(
            name: "FluxerReadmeTests", dependencies: ["Fluxer", "RenderProbe", "TestSupport"],
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
        .testTarget(
            name: "FluxusReadmeTests", dependencies: ["Fluxus", "TestSupport"],
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
        .testTarget(name: "KernelTests", dependencies: ["CarillonDevices", "DeviceProbe"]),
        .testTarget(name: "MobiusCoreTests", dependencies: ["MobiusCore", "TestSupport"]),
        .testTarget(name: "MobiusExtrasTests", dependencies: ["MobiusCore", "MobiusExtras", "TestSupport"]),
        // The code of Mobius.swift's READMEs, in both language modes. The older one gives warnings: a class that is
        // Sendable by its superclass does not say so, and function values are not Sendable in mode 5.
        .testTarget(
            name: "MobiusReadme02Tests", dependencies: ["Carillon", "MobiusExtras", "MobiusLoopTypes"],
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
        .testTarget(
            name: "MobiusReadme03Tests", dependencies: ["Carillon"], swiftSettings: [.swiftLanguageMode(.v6)]),
        .testTarget(name: "WhichOneTests", dependencies: ["Fluxer", "Fluxus", "MobiusCore", "TestSupport"]),
        .testTarget(name: "MobiusTestTests", dependencies: ["MobiusCore", "MobiusTest"]),
    ],
    swiftLanguageModes: [.v6]
)
