// swift-tools-version: 6.0
import PackageDescription

// Without hardware, applications are compiled and tested on the bench, and take no library but Swift's. So it is where
// CARILLON_HARDWARE is 0, and on a system that is not Linux.
#if os(Linux)
    let isLinux = true
#else
    let isLinux = false
#endif
let hasHardware = isLinux && Context.environment["CARILLON_HARDWARE"] != "0"

/// The recipes of Documentation/Recipes.md, a program each.
let recipes: [String] = [
    "AllOn", "Blink", "ButtonLight", "ColourLight", "CombinationLock", "Doorbell", "FadingLight", "HeatLamp",
    "KitchenTimer", "Metronome", "MorseKey", "MotionAlarm", "MusicBox", "NightLight", "QuizBuzzers", "ReactionGame",
    "RunningLight", "ShutdownButton", "StopWatch", "TemperatureBar", "TrafficLights", "TwoHandControl", "VolumeKnob",
]

/// What a target leaves out: files that take hardware, or those that stand in for them.
func leavingOut(_ files: String...) -> [String] { hasHardware ? ["WithoutHardware"] : files }

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
        .executable(name: "counter", targets: ["counter"]),
    ],
    targets: [
        // The example application.
        .executableTarget(name: "counter", dependencies: ["Carillon"]),

        // An example for what the counter does without.
        .executableTarget(name: "DoorbellPanel", dependencies: ["Carillon", "Fluxus"], path: "Examples/DoorbellPanel"),

        // The appliance, from the names in a wiring down to the lines and the sound card.
        .target(
            name: "Carillon",
            dependencies: [
                "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonRealTime", "MobiusCore",
                "MobiusExtras",
            ]),
        .target(
            name: "CarillonBoard",
            dependencies: (hasHardware ? ["CGetopt", "CGuard", "CSystemd", "CYAML"] : []) + ["CarillonDevices"],
            exclude: leavingOut(
                "Appliance.swift", "ApplianceOptions.swift", "Board+Open.swift", "Board+Safe.swift", "BoardChip.swift",
                "Console.swift", "Service",
                "Simulation/Keyboard.swift", "Simulation/Panel.swift", "Simulation/Script.swift",
                "Simulation/SimulatedPlay.swift", "Simulation/StandardInput.swift", "YAML/YAMLFile.swift")),
        .target(
            name: "CarillonDevices",
            dependencies: ["CarillonAudio", "CarillonGPIO", "CarillonRealTime", "MobiusCore"]),
        .target(
            name: "CarillonGPIO", dependencies: (hasHardware ? ["CGPIOD", "CGuard"] : []) + ["CarillonRealTime"],
            exclude: leavingOut("Kernel")),
        .target(
            name: "CarillonAudio",
            dependencies: (hasHardware ? ["CALSA", "CSndfile", "CSoxr"] : []) + ["CRealTime", "CarillonRealTime"],
            exclude: leavingOut(
                "Outputs/ALSA/ALSAConfiguration.swift", "Outputs/ALSA/ALSAOutput.swift", "Outputs/ALSA/ALSAPCM.swift",
                "Outputs/ALSA/HardwareVolume.swift", "Outputs/ALSA/Waker.swift",
                "Outputs/PlaybackDevice+Abilities.swift", "Outputs/WAVFileWriter.swift",
                "Sound/DecoderInput.swift", "Sound/Resampler.swift", "Sound/SoundDecoder.swift",
                "Sound/SoundLibrary.swift")),
        .target(
            name: "CarillonRealTime", dependencies: ["CRealTime", "MobiusCore"],
            exclude: isLinux
                ? []
                : [
                    "Queue/DescriptorWatch.swift", "Queue/EventPoll.swift", "Queue/QueueCore.swift",
                    "Queue/RealTimeQueue.swift", "Queue/RealTimeQueue+Executor.swift",
                    "Queue/TerminationSignals.swift", "Threads",
                ]),

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

        // The kernel, as the queue needs it.
        .target(name: "CRealTime", exclude: isLinux ? [] : ["CRealTime.c"]),

        // What a test looks at from outside, as a process of its own.
        .executableTarget(
            name: "RenderProbe", dependencies: ["Fluxer"], path: "Tests/RenderProbe",
            swiftSettings: [.swiftLanguageMode(.v5)]),

        // What tests of several modules need.
        .target(name: "TestSupport", dependencies: ["MobiusCore"], path: "Tests/TestSupport"),

        .testTarget(
            name: "CarillonAudioTests",
            dependencies: ["CarillonAudio", "TestSupport"] + (hasHardware ? ["SoundFuzz"] : []),
            exclude: hasHardware
                ? []
                : [
                    "ALSAOutputTests.swift", "AudioEngineTests.swift", "HardwareVolumeTests.swift",
                    "OggDecodingTests.swift", "ResamplerTests.swift", "SoundContainerTests.swift",
                    "SoundErrorTests.swift",
                    "SoundFileTests.swift", "SoundFuzzTests.swift", "SoundStreamTests.swift", "SoundTests.swift",
                    "ToneTests.swift", "WAVFileOutputTests.swift",
                ],
            linkerSettings: hasHardware ? [.linkedLibrary("sndfile")] : []),
        .testTarget(
            name: "CarillonDevicesTests", dependencies: ["CarillonDevices"],
            exclude: hasHardware ? [] : ["SoundNameTests.swift", "StreamedSpeakerTests.swift"]),
        .testTarget(
            name: "CarillonGPIOTests",
            dependencies: ["CarillonGPIO", "TestSupport"] + (hasHardware ? ["DeviceProbe"] : []),
            exclude: hasHardware ? [] : ["GPIODChipTests.swift", "KernelPWMTests.swift", "SafeStateTests.swift"]),
        .testTarget(name: "CarillonTestTests", dependencies: ["CarillonTest"]),
        .testTarget(
            name: "CounterTests",
            dependencies: ["CarillonTest", "MobiusTest", "TestSupport", "counter"]
                + (hasHardware ? ["ServiceProbe"] : []),
            exclude: hasHardware
                ? []
                : [
                    "AudioServicesTests.swift", "CounterTests.swift", "PanelTests.swift", "Program.swift",
                    "ProgramTests.swift",
                    "ReadmeTests.swift",
                    "ServiceManagerStandIn.swift", "ServiceTests.swift",
                ]),
        .testTarget(name: "FluxerTests", dependencies: ["CarillonRealTime", "Fluxer", "MobiusCore", "TestSupport"]),
        .testTarget(name: "FluxusTests", dependencies: ["CarillonRealTime", "Fluxus", "MobiusCore", "TestSupport"]),
        // The code of the READMEs of Fluxer and Fluxus, in the language mode of their time, which gives warnings.
        .testTarget(
            name: "FluxerReadmeTests", dependencies: ["Fluxer", "RenderProbe", "TestSupport"],
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
        .testTarget(
            name: "FluxusReadmeTests", dependencies: ["Fluxus", "TestSupport"],
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
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

package.targets += recipes.map { recipe in
    .executableTarget(name: recipe, dependencies: ["Carillon"], path: "Examples/\(recipe)")
}
package.targets += [
    .testTarget(
        name: "ExamplesTests",
        dependencies: ["CarillonTest", "DoorbellPanel"] + recipes.map { Target.Dependency(stringLiteral: $0) },
        exclude: hasHardware ? [] : ["DoorbellPanelTests.swift", "RecipeWiringTests.swift"])
]

if isLinux {
    package.targets += [
        .executableTarget(
            name: "RealTimeProbe", dependencies: ["CRealTime", "CarillonRealTime"], path: "Tests/RealTimeProbe"),
        .testTarget(
            name: "CarillonRealTimeTests",
            dependencies: ["CarillonRealTime", "RealTimeProbe"] + (hasHardware ? ["carillon"] : []),
            exclude: hasHardware ? [] : ["PrivilegeTests.swift"]),
    ]
}

if hasHardware {
    package.products += [.executable(name: "carillon", targets: ["carillon"])]
    package.targets += [
        // The command-line tool.
        .executableTarget(
            name: "carillon",
            dependencies: ["CGetopt", "CarillonAudio", "CarillonBoard", "CarillonGPIO", "CarillonRealTime"]),

        // The C edge: each library's headers and what Swift cannot import of them.
        .target(name: "CALSA", linkerSettings: [.linkedLibrary("asound")]),
        .target(name: "CGetopt"),
        .target(name: "CGPIOD", dependencies: ["CGuard"], linkerSettings: [.linkedLibrary("gpiod")]),
        .target(name: "CSndfile", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CSoxr", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CSystemd", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CYAML", linkerSettings: [.linkedLibrary("yaml")]),

        // What a process leaves behind.
        .target(name: "CGuard"),

        // What tests look at from outside, as processes of their own.
        .target(name: "HeapMeter", path: "Tests/HeapMeter"),
        .executableTarget(
            name: "AudioProbe", dependencies: ["CarillonAudio", "CarillonRealTime"], path: "Tests/AudioProbe"),
        .executableTarget(name: "DeviceProbe", dependencies: ["CarillonDevices"], path: "Tests/DeviceProbe"),
        .executableTarget(
            name: "SoundFuzz", dependencies: ["CSndfile", "CarillonAudio", "CarillonRealTime", "HeapMeter"],
            path: "Tests/SoundFuzz", linkerSettings: [.linkedLibrary("sndfile")]),
        .executableTarget(name: "ServiceProbe", dependencies: ["Carillon"], path: "Tests/ServiceProbe"),
        .testTarget(name: "CarillonBoardTests", dependencies: ["CarillonBoard", "TestSupport"]),
        .testTarget(
            name: "CarillonToolTests",
            dependencies: [
                "CarillonAudio", "CarillonBoard", "CarillonGPIO", "CarillonRealTime", "TestSupport", "carillon",
            ]),
        .testTarget(name: "KernelTests", dependencies: ["CarillonDevices", "DeviceProbe"]),
    ]
}
