// swift-tools-version: 6.0
import PackageDescription

// Without hardware, applications are compiled and tested on the bench, and require no library but Swift's. Hardware is
// disabled when CARILLON_HARDWARE is 0, and on systems other than Linux.
#if os(Linux)
    let isLinux = true
#else
    let isLinux = false
#endif
let hasHardware = isLinux && Context.environment["CARILLON_HARDWARE"] != "0"

let package = Package(
    name: "carillon",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Carillon", targets: ["Carillon"]),
        .library(name: "CarillonMemory", targets: ["CarillonMemory"]),
        .library(name: "CarillonScheduling", targets: ["CarillonScheduling"]),
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

        // The appliance, from the names in a wiring down to the lines and the sound card.
        .target(
            name: "Carillon",
            dependencies: [
                "CLibrary", "CarillonAppliance", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet",
                "CarillonGPIO", "CarillonScheduling", "MobiusCore", "MobiusExtras",
            ]),
        .target(
            name: "CarillonFleet",
            dependencies: ["CarillonBoard", "CarillonDevices", "CarillonScheduling", "CarillonSession", "MobiusCore"]),
        .target(
            name: "CarillonBoard",
            dependencies: [
                "CLibrary", "CarillonAudio", "CarillonDevices", "CarillonGPIO", "CarillonScheduling", "MobiusCore",
            ]),
        .target(
            name: "CarillonDevices",
            dependencies: ["CarillonAudio", "CarillonGPIO", "CarillonScheduling", "MobiusCore"]),
        .target(name: "CarillonGPIO", dependencies: ["CLibrary", "CarillonScheduling"]),
        .target(name: "CarillonAudio", dependencies: ["CLibrary", "CarillonScheduling"]),

        // Sessions: recording the inputs of a board's queue, and replaying them.
        .target(
            name: "CarillonReplay",
            dependencies: [
                "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonScheduling",
                "CarillonSession", "MobiusCore",
            ]),
        .target(
            name: "CarillonSession",
            dependencies: [
                "CLibrary", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonScheduling", "MobiusCore",
            ]),

        // The memory of loops. It is no part of Carillon, because it needs FoundationEssentials.
        .target(
            name: "CarillonMemory",
            dependencies: ["CLibrary", "CarillonBoard", "CarillonScheduling", "MobiusCore"]
                + (isLinux ? ["CarillonRealTime"] : [])),

        // The bench, for tests of applications.
        .target(
            name: "CarillonTest",
            dependencies: [
                "Carillon", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet", "CarillonGPIO",
                "CarillonMemory", "CarillonReplay", "CarillonScheduling", "CarillonSession", "MobiusCore",
            ]),

        // The loops.
        .target(name: "MobiusCore", dependencies: ["CarillonScheduling"]),
        .target(name: "MobiusExtras", dependencies: ["CarillonScheduling", "MobiusCore"]),
        .target(name: "MobiusLoopTypes", dependencies: ["MobiusCore"]),
        .target(name: "MobiusTest", dependencies: ["MobiusCore"]),

        // Stores, for use next to the loops.
        .target(name: "Fluxer", dependencies: ["CarillonScheduling", "MobiusCore"]),
        .target(name: "Fluxus", dependencies: ["CLibrary", "CarillonScheduling", "MobiusCore"]),

        // The base of all modules: queues, time, and primitives that threads share.
        .target(name: "CarillonScheduling", dependencies: ["CLibrary", "CRealTime"]),

        // The C library, and the kernel interfaces that Swift cannot import.
        .target(name: "CLibrary"),
        .target(name: "CRealTime"),

        // A program that tests run as a separate process.
        .executableTarget(
            name: "RenderProbe", dependencies: ["Fluxer"], path: "Tests/Probes/RenderProbe",
            swiftSettings: [.swiftLanguageMode(.v5)]),

        // Measures the cost of a memory.
        .executableTarget(
            name: "MemoryCost", dependencies: ["CarillonMemory", "CarillonTest"], path: "Tests/Probes/MemoryCost"),

        // Support for the tests of several modules.
        .target(
            name: "TestSupport", dependencies: ["CLibrary", "CarillonScheduling", "MobiusCore"],
            path: "Tests/Support/TestSupport"),
        .target(
            name: "SessionTestSupport",
            dependencies: [
                "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonReplay",
                "CarillonScheduling", "CarillonSession", "MobiusCore",
            ], path: "Tests/Support/SessionTestSupport"),
        .target(name: "AudioTestSupport", dependencies: ["CarillonAudio"], path: "Tests/Support/AudioTestSupport"),

        .testTarget(
            name: "CarillonAudioTests",
            dependencies: ["AudioTestSupport", "CLibrary", "CarillonAudio", "CarillonScheduling", "MobiusCore"]),
        .testTarget(
            name: "CarillonDevicesTests",
            dependencies: ["CarillonAudio", "CarillonDevices", "CarillonGPIO", "CarillonScheduling", "MobiusCore"]),
        .testTarget(
            name: "CarillonFleetTests",
            dependencies: [
                "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet", "CarillonGPIO", "CarillonReplay",
                "CarillonScheduling", "CarillonSession", "CarillonTest", "MobiusCore", "SessionTestSupport",
            ]),
        .testTarget(name: "CarillonGPIOTests", dependencies: ["CarillonGPIO", "CarillonScheduling"]),
        .testTarget(
            name: "CarillonMemoryTests",
            dependencies: [
                "CLibrary", "CarillonBoard", "CarillonDevices", "CarillonMemory", "CarillonScheduling",
                "CarillonSession", "CarillonTest", "SessionTestSupport",
            ]),
        .testTarget(
            name: "CarillonSchedulingTests", dependencies: ["CLibrary", "CarillonScheduling", "TestSupport"]),
        .testTarget(
            name: "CarillonSessionTests",
            dependencies: [
                "CLibrary", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonReplay", "CarillonScheduling",
                "CarillonSession", "MobiusCore", "SessionTestSupport",
            ]),
        .testTarget(
            name: "CarillonTestTests",
            dependencies: [
                "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonScheduling",
                "CarillonSession", "CarillonTest", "MobiusCore", "SessionTestSupport",
            ]),
        .testTarget(name: "CounterTests", dependencies: ["Carillon", "CarillonTest", "MobiusTest", "counter"]),
        // The code of the READMEs of Fluxer and Fluxus, in the language mode of its time, which causes warnings.
        .testTarget(
            name: "FluxerReadmeTests", dependencies: ["Fluxer", "RenderProbe", "TestSupport"],
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
        .testTarget(
            name: "FluxusReadmeTests", dependencies: ["Fluxus", "TestSupport"],
            swiftSettings: [.swiftLanguageMode(.v5), .unsafeFlags(["-suppress-warnings"])]),
        .testTarget(
            name: "MobiusCoreTests", dependencies: ["CarillonScheduling", "MobiusCore", "TestSupport"]),
        .testTarget(name: "MobiusExtrasTests", dependencies: ["MobiusCore", "MobiusExtras", "TestSupport"]),
        // The code of Mobius.swift's READMEs, in both language modes. The older mode causes warnings: a class that is
        // Sendable through its superclass does not declare it, and function values are not Sendable in mode 5.
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

if isLinux {
    package.products += [.library(name: "CarillonRealTime", targets: ["CarillonRealTime"])]
    package.targets += [
        // The queue on a thread of real-time priority.
        .target(name: "CarillonRealTime", dependencies: ["CRealTime", "CarillonScheduling"]),
        .executableTarget(
            name: "RealTimeProbe", dependencies: ["CRealTime", "CarillonRealTime"], path: "Tests/Probes/RealTimeProbe"),
        .executableTarget(
            name: "ReplayProbe",
            dependencies: [
                "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonRealTime",
                "CarillonReplay", "CarillonScheduling", "CarillonSession", "MobiusCore", "MobiusExtras",
                "SessionTestSupport",
            ], path: "Tests/Probes/ReplayProbe"),
        .testTarget(
            name: "CarillonRealTimeTests",
            dependencies: ["CarillonRealTime", "MobiusCore", "RealTimeProbe", "TestSupport"]),
        .testTarget(name: "FluxerTests", dependencies: ["CarillonRealTime", "Fluxer", "MobiusCore", "TestSupport"]),
        .testTarget(name: "FluxusTests", dependencies: ["CarillonRealTime", "Fluxus", "MobiusCore", "TestSupport"]),
    ]
}

if hasHardware {
    package.products += [.executable(name: "carillon", targets: ["carillon"])]
    package.targets += [
        // The program around a board: its command line, its files, systemd, and the display of a simulated board.
        .target(
            name: "CarillonAppliance",
            dependencies: [
                "CGetopt", "CGuard", "CLibrary", "CSystemd", "CYAML", "CarillonAudio", "CarillonBoard",
                "CarillonDevices", "CarillonFleet", "CarillonGPIO", "CarillonMQTT", "CarillonPage", "CarillonRealTime",
                "CarillonReplay", "CarillonScheduling", "CarillonSession", "LinuxAudio", "LinuxGPIO", "MobiusCore",
                "SoundFiles",
            ]),

        // The page of a board in a browser.
        .target(
            name: "CarillonPage",
            dependencies: [
                "CMicroHTTPD", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonRealTime",
                "CarillonScheduling", "MobiusCore",
            ]),

        // The connection of a fleet to its broker.
        .target(
            name: "CarillonMQTT",
            dependencies: ["CLibrary", "CMosquitto", "CarillonFleet", "CarillonRealTime", "CarillonScheduling"]),

        // The backends, each with its libraries.
        .target(
            name: "LinuxGPIO",
            dependencies: ["CBus", "CGPIOD", "CGuard", "CarillonGPIO", "CarillonRealTime", "CarillonScheduling"]),
        .target(
            name: "LinuxAudio",
            dependencies: [
                "CALSA", "CLibrary", "CRealTime", "CarillonAudio", "CarillonRealTime", "CarillonScheduling",
                "SoundFiles",
            ]),
        .target(
            name: "SoundFiles", dependencies: ["CLibrary", "CSndfile", "CSoxr", "CarillonAudio", "CarillonScheduling"]),

        // The command-line tool.
        .executableTarget(
            name: "carillon",
            dependencies: [
                "CGetopt", "CLibrary", "CarillonAppliance", "CarillonAudio", "CarillonBoard", "CarillonDevices",
                "CarillonFleet", "CarillonGPIO", "CarillonMQTT", "CarillonRealTime", "CarillonScheduling",
                "CarillonSession", "SoundFiles",
            ]),

        // The C interfaces: each library's headers, and wrappers for the parts that Swift cannot import.
        .target(name: "CALSA", linkerSettings: [.linkedLibrary("asound")]),
        .target(name: "CBus", dependencies: ["CGuard"]),
        .target(name: "CGetopt"),
        .target(name: "CGPIOD", dependencies: ["CGuard"], linkerSettings: [.linkedLibrary("gpiod")]),
        .target(name: "CMicroHTTPD", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CMosquitto", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CSndfile", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CSoxr", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CSystemd", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CYAML", linkerSettings: [.linkedLibrary("yaml")]),

        // The cleanup when a process ends.
        .target(name: "CGuard"),

        // Programs that tests run as separate processes, and their support.
        .target(name: "HeapMeter", path: "Tests/Support/HeapMeter"),
        .executableTarget(
            name: "AudioProbe", dependencies: ["CarillonAudio", "CarillonRealTime", "LinuxAudio"],
            path: "Tests/Probes/AudioProbe"),
        .executableTarget(
            name: "DeviceProbe", dependencies: ["CarillonDevices", "CarillonGPIO", "CarillonRealTime", "LinuxGPIO"],
            path: "Tests/Probes/DeviceProbe"),
        .executableTarget(name: "OutboxProbe", dependencies: ["Carillon"], path: "Tests/Probes/OutboxProbe"),
        .executableTarget(name: "FleetProbe", dependencies: ["Carillon"], path: "Tests/Probes/FleetProbe"),
        .executableTarget(
            name: "FleetMeter",
            dependencies: [
                "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet", "CarillonGPIO",
                "CarillonMQTT", "CarillonRealTime", "CarillonScheduling",
            ], path: "Tests/Probes/FleetMeter"),
        .executableTarget(name: "PageProbe", dependencies: ["Carillon"], path: "Tests/Probes/PageProbe"),
        .executableTarget(
            name: "SoundFuzz",
            dependencies: ["CSndfile", "CarillonAudio", "CarillonScheduling", "HeapMeter", "SoundFiles"],
            path: "Tests/Probes/SoundFuzz", linkerSettings: [.linkedLibrary("sndfile")]),
        .executableTarget(
            name: "MemoryProbe", dependencies: ["Carillon", "CarillonMemory"], path: "Tests/Probes/MemoryProbe"),
        .executableTarget(name: "ServiceProbe", dependencies: ["Carillon"], path: "Tests/Probes/ServiceProbe"),

        .testTarget(
            name: "CarillonApplianceTests",
            dependencies: [
                "CarillonAppliance", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO",
                "CarillonScheduling", "CarillonSession", "LinuxAudio", "MobiusCore", "SoundFiles", "TestSupport",
            ]),
        .testTarget(
            name: "CarillonPageTests",
            dependencies: [
                "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonPage", "CarillonRealTime",
                "CarillonReplay", "CarillonScheduling", "CarillonSession", "CarillonTest", "MobiusCore",
            ]),
        .testTarget(
            name: "CarillonMQTTTests",
            dependencies: [
                "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet", "CarillonGPIO",
                "CarillonMQTT", "CarillonRealTime", "CarillonScheduling", "CarillonSession", "OutboxProbe",
                "TestSupport",
                "carillon",
            ]),
        .testTarget(
            name: "CarillonToolTests",
            dependencies: [
                "CarillonAppliance", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet",
                "CarillonGPIO", "CarillonRealTime", "CarillonScheduling", "CarillonSession", "TestSupport", "carillon",
            ]),
        .testTarget(
            name: "CounterProgramTests",
            dependencies: [
                "Carillon", "CarillonAppliance", "CarillonBoard", "CarillonSession", "CarillonTest", "MemoryProbe",
                "ServiceProbe", "TestSupport", "counter",
            ]),
        .testTarget(
            name: "KernelTests",
            dependencies: [
                "AudioTestSupport", "CarillonDevices", "CarillonGPIO", "CarillonMemory", "CarillonRealTime",
                "CarillonScheduling", "DeviceProbe", "LinuxGPIO",
            ]),
        .testTarget(
            name: "LinuxAudioTests",
            dependencies: [
                "AudioTestSupport", "CarillonAudio", "CarillonRealTime", "LinuxAudio", "MobiusCore", "TestSupport",
            ]),
        .testTarget(
            name: "LinuxGPIOTests",
            dependencies: ["CarillonGPIO", "CarillonRealTime", "DeviceProbe", "LinuxGPIO", "TestSupport"]),
        .testTarget(
            name: "SoundFilesTests",
            dependencies: [
                "AudioTestSupport", "CSndfile", "CarillonAudio", "CarillonScheduling", "LinuxAudio", "SoundFiles",
                "SoundFuzz", "TestSupport",
            ], linkerSettings: [.linkedLibrary("sndfile")]),
    ]
} else {
    package.targets += [
        // The replacement of the appliance in a build without hardware.
        .target(
            name: "CarillonAppliance",
            dependencies: [
                "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet", "MobiusCore",
            ] + (isLinux ? ["CarillonRealTime"] : []),
            path: "Sources/WithoutHardware")
    ]
}

for target in package.targets where target.type == .test { target.path = "Tests/Suites/\(target.name)" }
