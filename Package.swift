// swift-tools-version: 6.0
import Foundation
import PackageDescription

// Without hardware, applications are compiled and tested on the bench, and require no library but Swift's. Hardware is
// disabled when CARILLON_HARDWARE is 0, and on systems other than Linux.
#if os(Linux)
    let isLinux = true
#else
    let isLinux = false
#endif
let hasHardware = isLinux && Context.environment["CARILLON_HARDWARE"] != "0"

/// The module of the queue on a thread of real-time priority, for modules that also exist without it.
let realTime = isLinux ? ["CarillonRealTime"] : []

let libraries =
    [
        "Carillon", "CarillonMemory", "CarillonScheduling", "CarillonTest", "Fluxer", "Fluxus", "MobiusCore",
        "MobiusExtras", "MobiusLoopTypes", "MobiusTest",
    ] + realTime
let programs = ["counter"] + (hasHardware ? ["carillon"] : [])

/// The targets' folders, each with the modules that it imports and the programs that it starts.
let targets: KeyValuePairs<String, [String]> = [
    // The appliance, from the names in a wiring down to the lines and the sound card.
    "Sources/Carillon": [
        "CLibrary", "CarillonAppliance", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet",
        "CarillonGPIO", "CarillonScheduling", "MobiusCore", "MobiusExtras",
    ],
    "Sources/CarillonBoard": [
        "CLibrary", "CarillonAudio", "CarillonDevices", "CarillonGPIO", "CarillonScheduling", "MobiusCore",
    ],
    "Sources/CarillonDevices": ["CLibrary", "CarillonAudio", "CarillonGPIO", "CarillonScheduling", "MobiusCore"],
    "Sources/CarillonGPIO": ["CLibrary", "CarillonScheduling"],
    "Sources/CarillonAudio": ["CLibrary", "CarillonScheduling"],
    // A box in a fleet, without its connection.
    "Sources/CarillonFleet": [
        "CarillonBoard", "CarillonDevices", "CarillonScheduling", "CarillonSession", "MobiusCore",
    ],
    // Sessions: recording the inputs of a board's queue, and replaying them.
    "Sources/CarillonReplay": [
        "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonScheduling",
        "CarillonSession", "MobiusCore",
    ],
    "Sources/CarillonSession": [
        "CLibrary", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonScheduling", "MobiusCore",
    ],
    // The memory of loops.
    "Sources/CarillonMemory": ["CLibrary", "CarillonBoard", "CarillonScheduling", "MobiusCore"] + realTime,
    // The bench, for tests of applications.
    "Sources/CarillonTest": [
        "Carillon", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet", "CarillonGPIO",
        "CarillonMemory", "CarillonReplay", "CarillonScheduling", "CarillonSession", "MobiusCore",
    ],
    // The loops, and the stores for use next to them.
    "Sources/MobiusCore": ["CarillonScheduling"],
    "Sources/MobiusExtras": ["CarillonScheduling", "MobiusCore"],
    "Sources/MobiusLoopTypes": ["MobiusCore"],
    "Sources/MobiusTest": ["MobiusCore"],
    "Sources/Fluxer": ["CarillonScheduling", "MobiusCore"],
    "Sources/Fluxus": ["CLibrary", "CarillonScheduling", "MobiusCore"],
    // The base of all modules: queues, time, and primitives that threads share.
    "Sources/CarillonScheduling": ["CLibrary", "CRealTime"],
    // The C library, and the kernel interfaces that Swift cannot import.
    "Sources/CLibrary": [],
    "Sources/CRealTime": [],
    // The example application.
    "Sources/counter": ["Carillon"],
    // Programs that tests run as separate processes.
    "Tests/Probes/MemoryCost": ["CarillonMemory", "CarillonTest"],
    "Tests/Probes/RenderProbe": ["Fluxer"],
    // Code shared by the tests of several modules.
    "Tests/Support/AudioTestSupport": ["CarillonAudio"],
    "Tests/Support/SessionTestSupport": [
        "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonReplay", "CarillonScheduling",
        "CarillonSession", "MobiusCore",
    ],
    "Tests/Support/TestSupport": ["CLibrary", "CarillonScheduling", "MobiusCore"],
    // The tests.
    "Tests/Suites/CarillonAudioTests": [
        "AudioTestSupport", "CLibrary", "CarillonAudio", "CarillonScheduling", "MobiusCore",
    ],
    "Tests/Suites/CarillonDevicesTests": [
        "CarillonAudio", "CarillonDevices", "CarillonGPIO", "CarillonScheduling", "MobiusCore", "TestSupport",
    ],
    "Tests/Suites/CarillonFleetTests": [
        "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet", "CarillonGPIO", "CarillonReplay",
        "CarillonScheduling", "CarillonSession", "CarillonTest", "MobiusCore", "SessionTestSupport",
    ],
    "Tests/Suites/CarillonGPIOTests": ["CarillonGPIO", "CarillonScheduling", "TestSupport"],
    "Tests/Suites/CarillonMemoryTests": [
        "CLibrary", "CarillonBoard", "CarillonDevices", "CarillonMemory", "CarillonScheduling", "CarillonSession",
        "CarillonTest", "SessionTestSupport",
    ],
    "Tests/Suites/CarillonSchedulingTests": ["CLibrary", "CarillonScheduling", "TestSupport"],
    "Tests/Suites/CarillonSessionTests": [
        "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonReplay",
        "CarillonScheduling",
        "CarillonSession", "MobiusCore", "SessionTestSupport",
    ],
    "Tests/Suites/CarillonTestTests": [
        "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonScheduling", "CarillonSession",
        "CarillonTest", "MobiusCore", "SessionTestSupport", "TestSupport",
    ],
    "Tests/Suites/CounterTests": ["Carillon", "CarillonTest", "MobiusTest", "counter"],
    "Tests/Suites/FluxerReadmeTests": ["Fluxer", "RenderProbe", "TestSupport"],
    "Tests/Suites/FluxusReadmeTests": ["Fluxus", "TestSupport"],
    "Tests/Suites/MobiusCoreTests": ["CarillonScheduling", "MobiusCore", "TestSupport"],
    "Tests/Suites/MobiusExtrasTests": ["MobiusCore", "MobiusExtras", "TestSupport"],
    "Tests/Suites/MobiusReadme02Tests": ["Carillon", "MobiusExtras", "MobiusLoopTypes"],
    "Tests/Suites/MobiusReadme03Tests": ["Carillon"],
    "Tests/Suites/MobiusTestTests": ["MobiusCore", "MobiusTest"],
    "Tests/Suites/WhichOneTests": ["Fluxer", "Fluxus", "MobiusCore", "TestSupport"],
]
/// The targets that need Linux.
let linuxTargets: KeyValuePairs<String, [String]> = [
    // The queue on a thread of real-time priority.
    "Sources/CarillonRealTime": ["CRealTime", "CarillonScheduling"],
    // Programs that tests run as separate processes.
    "Tests/Probes/RealTimeProbe": ["CRealTime", "CarillonRealTime"],
    "Tests/Probes/ReplayProbe": [
        "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonRealTime",
        "CarillonReplay", "CarillonScheduling", "CarillonSession", "MobiusCore", "MobiusExtras", "SessionTestSupport",
    ],
    // The tests.
    "Tests/Suites/CarillonRealTimeTests": ["CarillonRealTime", "MobiusCore", "RealTimeProbe", "TestSupport"],
    "Tests/Suites/FluxerTests": ["CarillonRealTime", "Fluxer", "MobiusCore", "TestSupport"],
    "Tests/Suites/FluxusTests": ["CarillonRealTime", "Fluxus", "MobiusCore", "TestSupport"],
]
/// The targets that need the libraries of hardware.
let hardwareTargets: KeyValuePairs<String, [String]> = [
    // The program around a board: its command line, its files, systemd, and the display of a simulated board.
    "Sources/CarillonAppliance": [
        "CGetopt", "CGuard", "CLibrary", "CSystemd", "CYAML", "CarillonAudio", "CarillonBoard", "CarillonDevices",
        "CarillonDrawing", "CarillonFleet", "CarillonGPIO", "CarillonMQTT", "CarillonOutlet", "CarillonPage",
        "CarillonRealTime", "CarillonRecorder", "CarillonReplay", "CarillonScheduling", "CarillonSession", "LinuxAudio",
        "LinuxGPIO", "LinuxSpeech", "MobiusCore", "NetworkAudio", "SoundFiles",
    ],
    // The outlets of a program: a page in a browser, the connection to a broker, and the recorder of sessions.
    "Sources/CarillonPage": [
        "CMicroHTTPD", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonOutlet", "CarillonRealTime",
        "CarillonScheduling", "LinuxProcess", "MobiusCore", "SoundFiles",
    ],
    "Sources/CarillonMQTT": [
        "CLibrary", "CMosquitto", "CarillonBoard", "CarillonDevices", "CarillonFleet", "CarillonOutlet",
        "CarillonRealTime", "CarillonScheduling", "CarillonSession", "LinuxProcess", "MobiusCore",
    ],
    "Sources/CarillonRecorder": [
        "CGuard", "CarillonBoard", "CarillonOutlet", "CarillonRealTime", "CarillonScheduling", "CarillonSession",
        "MobiusCore",
    ],
    "Sources/CarillonOutlet": [
        "CLibrary", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonRealTime", "CarillonSession",
        "MobiusCore",
    ],
    // The backends, each with its libraries.
    "Sources/LinuxGPIO": [
        "CBus", "CGPIOD", "CGuard", "CInput", "CarillonGPIO", "CarillonRealTime", "CarillonScheduling",
    ],
    "Sources/LinuxAudio": [
        "CALSA", "CLibrary", "CRealTime", "CarillonAudio", "CarillonRealTime", "CarillonScheduling", "SoundFiles",
    ],
    "Sources/LinuxSpeech": ["CarillonAudio", "LinuxProcess", "SoundFiles"],
    "Sources/NetworkAudio": [
        "CCurl", "CLibrary", "CMPG123", "CSndfile", "CarillonAudio", "CarillonScheduling", "SoundFiles",
    ],
    "Sources/SoundFiles": ["CLibrary", "CSndfile", "CSoxr", "CarillonAudio", "CarillonScheduling"],
    // The C interfaces: each library's headers, and wrappers for the parts that Swift cannot import.
    "Sources/CALSA": [],
    "Sources/CBus": ["CGuard"],
    "Sources/CCurl": [],
    "Sources/CGPIOD": ["CGuard"],
    "Sources/CGetopt": [],
    "Sources/CInput": [],
    "Sources/CMPG123": [],
    "Sources/CMicroHTTPD": [],
    "Sources/CMosquitto": [],
    "Sources/CProcess": [],
    "Sources/CSndfile": [],
    "Sources/CSoxr": [],
    "Sources/CSystemd": [],
    "Sources/CYAML": [],
    // The cleanup when a process ends.
    "Sources/CGuard": [],
    // Starting programs, such as the one that speaks.
    "Sources/LinuxProcess": ["CProcess", "CarillonScheduling"],
    // Texts and pictures about boards: the connections of a wiring, and its faults.
    "Sources/CarillonDrawing": ["CarillonBoard"],
    // The command-line tool.
    "Sources/carillon": [
        "CGetopt", "CLibrary", "CarillonAppliance", "CarillonAudio", "CarillonBoard", "CarillonDevices",
        "CarillonDrawing", "CarillonFleet", "CarillonGPIO", "CarillonMQTT", "CarillonPage", "CarillonRealTime",
        "CarillonScheduling", "CarillonSession", "LinuxAudio", "LinuxGPIO", "LinuxSpeech", "NetworkAudio",
        "SoundFiles",
    ],
    // Programs that tests run as separate processes.
    "Tests/Probes/AudioProbe": [
        "CarillonAudio", "CarillonRealTime", "CarillonScheduling", "LinuxAudio", "SoundFiles",
    ],
    "Tests/Probes/BusMeter": [
        "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonRealTime",
        "CarillonScheduling", "MobiusCore",
    ],
    "Tests/Probes/DeviceProbe": ["CarillonDevices", "CarillonGPIO", "CarillonRealTime", "LinuxGPIO"],
    "Tests/Probes/FleetMeter": [
        "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet", "CarillonGPIO",
        "CarillonMQTT", "CarillonRealTime", "CarillonScheduling",
    ],
    "Tests/Probes/FleetProbe": ["Carillon"],
    "Tests/Probes/MemoryProbe": ["Carillon", "CarillonMemory"],
    "Tests/Probes/OutboxProbe": ["Carillon"],
    "Tests/Probes/OutletProbe": ["Carillon", "CarillonAppliance", "CarillonDevices", "CarillonOutlet", "MobiusCore"],
    "Tests/Probes/PageProbe": ["Carillon"],
    "Tests/Probes/PlayerMeter": [
        "CarillonAudio", "CarillonRealTime", "CarillonScheduling", "LinuxAudio", "NetworkAudio", "SoundFiles",
        "StreamTestSupport",
    ],
    "Tests/Probes/ServiceProbe": ["Carillon"],
    "Tests/Probes/SoundFuzz": ["CSndfile", "CarillonAudio", "CarillonScheduling", "HeapMeter", "SoundFiles"],
    "Tests/Probes/SpeechMeter": [
        "CarillonAudio", "CarillonRealTime", "CarillonScheduling", "LinuxAudio", "LinuxSpeech",
    ],
    "Tests/Probes/StreamProbe": [
        "CarillonAudio", "CarillonScheduling", "NetworkAudio", "SoundFiles", "StreamTestSupport",
    ],
    // Code shared by the tests of several modules.
    "Tests/Support/HeapMeter": [],
    "Tests/Support/StreamTestSupport": ["CSndfile", "CarillonScheduling"],
    // The tests.
    "Tests/Suites/CarillonApplianceTests": [
        "CarillonAppliance", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonScheduling",
        "LinuxAudio", "MobiusCore", "SoundFiles", "TestSupport",
    ],
    "Tests/Suites/CarillonRecorderTests": [
        "CarillonOutlet", "CarillonRecorder", "CarillonScheduling", "CarillonSession", "TestSupport",
    ],
    "Tests/Suites/CarillonMQTTTests": [
        "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonDrawing", "CarillonFleet",
        "CarillonGPIO", "CarillonMQTT", "CarillonOutlet", "CarillonRealTime", "CarillonScheduling", "CarillonSession",
        "OutboxProbe", "TestSupport", "carillon",
    ],
    "Tests/Suites/CarillonPageTests": [
        "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonGPIO", "CarillonPage", "CarillonRealTime",
        "CarillonReplay", "CarillonScheduling", "CarillonSession", "CarillonTest", "MobiusCore",
    ],
    "Tests/Suites/CarillonToolTests": [
        "CarillonAppliance", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonDrawing", "CarillonFleet",
        "CarillonGPIO", "CarillonRealTime", "CarillonScheduling", "CarillonSession", "LinuxGPIO", "TestSupport",
        "carillon",
    ],
    "Tests/Suites/CounterProgramTests": [
        "Carillon", "CarillonAppliance", "CarillonBoard", "CarillonSession", "CarillonTest", "MemoryProbe",
        "OutletProbe", "ServiceProbe", "TestSupport", "counter",
    ],
    "Tests/Suites/KernelTests": [
        "AudioTestSupport", "CarillonAppliance", "CarillonDevices", "CarillonGPIO", "CarillonMemory",
        "CarillonRealTime", "CarillonScheduling", "DeviceProbe", "LinuxGPIO", "MobiusCore", "TestSupport",
        "carillon",
    ],
    "Tests/Suites/LinuxAudioTests": [
        "AudioTestSupport", "CarillonAudio", "CarillonRealTime", "LinuxAudio", "MobiusCore", "TestSupport",
    ],
    "Tests/Suites/LinuxGPIOTests": [
        "CarillonGPIO", "CarillonRealTime", "CarillonScheduling", "DeviceProbe", "LinuxGPIO", "TestSupport",
    ],
    "Tests/Suites/LinuxProcessTests": ["LinuxProcess", "TestSupport"],
    "Tests/Suites/LinuxSpeechTests": [
        "AudioTestSupport", "CLibrary", "CarillonAudio", "CarillonScheduling", "LinuxProcess", "LinuxSpeech",
        "TestSupport",
    ],
    "Tests/Suites/NetworkAudioTests": [
        "CarillonAudio", "NetworkAudio", "StreamProbe", "StreamTestSupport", "TestSupport",
    ],
    "Tests/Suites/SoundFilesTests": [
        "AudioTestSupport", "CSndfile", "CarillonAudio", "CarillonScheduling", "LinuxAudio", "SoundFiles",
        "TestSupport",
    ],
]
/// The replacement of the appliance in a build without hardware.
let replacement: KeyValuePairs<String, [String]> = [
    "Sources/WithoutHardware": [
        "CLibrary", "CarillonAudio", "CarillonBoard", "CarillonDevices", "CarillonFleet", "MobiusCore",
    ] + realTime
]

/// The examples and the tests of them all, in the same build if a variable asks for them. `Examples/Package.swift` is the
/// package that a user runs.
let examples =
    Context.environment["CARILLON_EXAMPLES"] == "1"
    ? try FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/Examples")
        .filter { !$0.contains(".") }.sorted() : []
let recipes = ["CarillonTest", "counter"] + examples
let exampleTargets =
    examples.flatMap { name in
        [
            ("Examples/\(name)/Sources/\(name)", ["Carillon", "CarillonMemory", "Fluxus"]),
            ("Examples/\(name)/Tests/\(name)Tests", ["CarillonTest", name]),
        ]
    } + [("Tests/Suites/ReplayTests", ["CarillonBoard", "CarillonMemory", "SessionTestSupport"] + recipes)]
    + (hasHardware ? [("Tests/Suites/ExportedTests", recipes)] : [])

/// The libraries that targets are linked with. The other C modules load theirs.
let linkedLibraries = [
    "CALSA": "asound", "CGPIOD": "gpiod", "CYAML": "yaml", "SoundFilesTests": "sndfile", "SoundFuzz": "sndfile",
    "StreamTestSupport": "sndfile",
]
/// The targets with code of other libraries' READMEs, in the language mode of its time. It causes warnings: a class that is
/// Sendable through its superclass does not declare it, and function values are not Sendable in mode 5.
let olderTargets = ["FluxerReadmeTests", "FluxusReadmeTests", "MobiusReadme02Tests", "RenderProbe"]

let package = Package(
    name: "carillon",
    platforms: [.macOS(.v15)],
    // Tests of an application also use MobiusTest, for its update function.
    products: libraries.map { .library(name: $0, targets: $0 == "CarillonTest" ? [$0, "MobiusTest"] : [$0]) }
        + programs.map { .executable(name: $0, targets: [$0]) },
    swiftLanguageModes: [.v6]
)

let all =
    Array(targets) + (isLinux ? Array(linuxTargets) : []) + Array(hasHardware ? hardwareTargets : replacement)
    + (examples.isEmpty ? [] : exampleTargets)
for (folder, modules) in all {
    let last = String(folder.split(separator: "/").last!)
    let name = last == "WithoutHardware" ? "CarillonAppliance" : last
    let isExample = folder.hasPrefix("Examples")
    let target: Target =
        if name.hasSuffix("Tests") {
            .testTarget(name: name, path: folder, packageAccess: !isExample)
        } else if folder.hasPrefix("Tests/Probes") || isExample || programs.contains(name) {
            .executableTarget(name: name, path: folder, packageAccess: !isExample)
        } else {
            .target(name: name, path: folder)
        }
    target.dependencies = modules.map { .byName(name: $0) }
    if let library = linkedLibraries[name] { target.linkerSettings = [.linkedLibrary(library)] }
    if olderTargets.contains(name) {
        target.swiftSettings = [.swiftLanguageMode(.v5)]
        if target.type == .test { target.swiftSettings! += [.unsafeFlags(["-suppress-warnings"])] }
    }
    package.targets.append(target)
}
