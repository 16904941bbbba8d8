// swift-tools-version: 6.0
import Foundation
import PackageDescription

// With CARILLON_HARDWARE=0, and on systems other than Linux, the package has no backends: applications are compiled and
// tested on the bench, and need no library but Swift's. The last sections of this page tell the builds apart. The
// Swift Package Index sets SPI_BUILD; its machines lack the libraries, too.
#if os(Linux)
    let environment = Context.environment
    let hasHardware = environment["CARILLON_HARDWARE"] != "0" && environment["SPI_BUILD"] == nil
    let realTime: [Target.Dependency] = ["CarillonRealTime"]
#else
    let hasHardware = false
    let realTime: [Target.Dependency] = []
#endif

func module(_ layer: String, _ name: String, _ needs: [Target.Dependency], links: [String] = []) -> Target {
    .target(name: name, dependencies: needs, path: "\(layer)/\(name)", linkerSettings: links.map { .linkedLibrary($0) })
}
func program(_ layer: String, _ name: String, _ needs: [Target.Dependency], _ settings: [SwiftSetting] = []) -> Target {
    .executableTarget(name: name, dependencies: needs, path: "\(layer)/\(name)", swiftSettings: settings)
}
func suite(_ name: String, _ needs: [Target.Dependency], _ settings: [SwiftSetting] = []) -> Target {
    .testTarget(
        name: name, dependencies: needs + ["TestSupport"], path: "Tests/Suites/\(name)",
        exclude: excluded[name] ?? [], swiftSettings: settings)
}
/// The files that tests read, and a test of the panel of a simulated board, which has a backend.
let excluded = [
    "DocumentTests": ["Blocks"], "ScreensTests": ["Pictures.txt"] + (hasHardware ? [] : ["TerminalTests.swift"]),
]
/// The READMEs of other libraries are code in the language mode of their time.
let older: [SwiftSetting] = [.swiftLanguageMode(.v5), .enableUpcomingFeature("InferSendableFromCaptures")]
/// A program of the README of Fluxus.
func readme(_ name: String) -> Target {
    .target(
        name: name, dependencies: ["FluxusScreens"], path: "Tests/Probes/FluxusReadme/\(name)", swiftSettings: older)
}
let libraries = [
    "Carillon", "CarillonMemory", "CarillonScheduling", "Fluxer", "Fluxus", "FluxusScreens", "MobiusCore",
    "MobiusExtras", "MobiusLoopTypes", "MobiusTest", "Screens",
].map { Product.library(name: $0, targets: [$0]) }

let package = Package(
    name: "carillon",
    platforms: [.macOS(.v15)],
    products: libraries + [
        // Tests of an application also use MobiusTest, for its update function.
        .library(name: "CarillonTest", targets: ["CarillonTest", "MobiusTest"]),
        .executable(name: "counter", targets: ["counter"]),
    ],
    // A target lists the modules that it needs besides those that follow from them.
    targets: [
        module("Sources/C", "CSystem", []),
        module("Sources/System", "CLibrary", []),
        module("Sources/System", "CarillonScheduling", ["CLibrary", "CSystem"]),
        module("Sources/Loop", "MobiusCore", ["CarillonScheduling"]),
        module("Sources/Loop", "MobiusExtras", ["MobiusCore"]),
        module("Sources/Loop", "MobiusLoopTypes", ["MobiusCore"]),
        module("Sources/Loop", "MobiusTest", ["MobiusCore"]),
        module("Sources/Loop", "Fluxer", ["MobiusCore"]),
        module("Sources/Loop", "Fluxus", ["MobiusCore"]),
        module("Sources/GPIO", "CarillonGPIO", ["CarillonScheduling"]),
        module("Sources/Sound", "CarillonAudio", ["CarillonScheduling"]),
        .target(
            name: "CarillonDevices", dependencies: ["CarillonAudio", "CarillonGPIO", "MobiusCore"],
            path: "Sources/Devices"),
        module("Sources/Board", "CarillonBoard", ["CarillonDevices"]),
        module("Sources/Board", "CarillonMemory", ["CarillonBoard"] + realTime),
        module("Sources/Board", "CarillonSession", ["CarillonBoard"]),
        module("Sources/Board", "Screens", ["CarillonBoard"]),
        module("Sources/Board", "FluxusScreens", ["Fluxus", "Screens"]),
        module("Sources/Outlets", "CarillonFleet", ["CarillonSession"]),
        module("Sources/Program", "Carillon", ["CarillonAppliance", "MobiusExtras"]),
        module("Sources/Program", "CarillonTest", ["Carillon", "CarillonMemory", "MobiusTest", "Screens"]),
        program("Sources/Program", "counter", ["Carillon"]),
        module("Tests/Support", "AudioTestSupport", ["CarillonAudio"]),
        module("Tests/Support", "DeviceTestSupport", ["CarillonDevices"]),
        module("Tests/Support", "SessionTestSupport", ["CarillonSession"]),
        module("Tests/Support", "TestSupport", ["MobiusCore"]),
        readme("FluxusActions"),
        readme("FluxusGetters"),
        readme("FluxusMinimal"),
        program("Tests/Probes", "MemoryCost", ["CarillonTest"]),
        program("Tests/Probes", "RenderProbe", ["Fluxer"], older),
        suite("CarillonAudioTests", ["AudioTestSupport"]),
        suite("CarillonDevicesTests", ["DeviceTestSupport"]),
        suite("CarillonFleetTests", ["CarillonTest", "SessionTestSupport"]),
        suite("CarillonGPIOTests", ["CarillonGPIO"]),
        suite("CarillonMemoryTests", ["CarillonTest", "SessionTestSupport"]),
        suite("CarillonSchedulingTests", []),
        suite("CarillonSessionTests", ["SessionTestSupport"]),
        suite("CarillonTestTests", ["CarillonTest", "SessionTestSupport"]),
        suite("CounterTests", ["CarillonTest", "counter"]),
        suite("DocumentTests", []),
        suite("FluxerReadmeTests", ["Fluxer", "RenderProbe"], older),
        suite("FluxusReadmeTests", ["CarillonTest", "FluxusActions", "FluxusGetters", "FluxusMinimal"]),
        suite("MobiusCoreTests", []),
        suite("MobiusExtrasTests", ["MobiusExtras"]),
        suite("MobiusTestTests", ["MobiusTest"]),
        suite("ScreensTests", ["CarillonTest", "FluxusScreens", "SessionTestSupport"]),
        suite("WhichOneTests", ["Fluxer", "Fluxus"]),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
    package.products += [
        // The sounds of programs for Apple's systems, which have a module of this name.
        .library(name: "AVFoundation", targets: ["AVFoundation"]),
        // The queue on a thread of real-time priority, and other processes.
        .library(name: "CarillonRealTime", targets: ["CarillonRealTime"]),
    ]
    package.targets += [
        module("Sources/Program", "AVFoundation", ["Carillon"]),
        module("Sources/System", "CarillonRealTime", ["CarillonScheduling"]),
        program("Tests/Probes", "MobiusReadme02", ["AVFoundation", "MobiusLoopTypes"], older),
        program("Tests/Probes", "MobiusReadme03", ["AVFoundation"]),
        program("Tests/Probes", "RealTimeProbe", ["CarillonRealTime"]),
        program("Tests/Probes", "ReplayProbe", ["CarillonRealTime", "MobiusExtras", "SessionTestSupport"]),
        program("Tests/Probes", "TickMeter", ["CarillonRealTime"]),
        suite("CarillonRealTimeTests", ["CarillonRealTime", "RealTimeProbe"]),
        suite("FluxerTests", ["CarillonRealTime", "Fluxer"]),
        suite("FluxusTests", ["CarillonRealTime", "Fluxus"]),
        suite("MobiusReadme02Tests", ["MobiusReadme02"], older),
        suite("MobiusReadme03Tests", ["MobiusReadme03"]),
    ]
#endif

if hasHardware {
    package.products.append(.executable(name: "carillon", targets: ["CarillonTool"]))
    package.targets += [
        // Libraries that few programs need are loaded when they are needed.
        module("Sources/C", "CHardware", [], links: ["asound", "gpiod", "yaml"]),
        module("Sources/GPIO", "LinuxGPIO", ["CHardware", "CarillonGPIO"] + realTime),
        module("Sources/Sound", "LinuxSound", ["CHardware", "CarillonAudio"] + realTime),
        module("Sources/Outlets", "CarillonOutlet", ["CHardware", "CarillonSession"] + realTime),
        module("Sources/Outlets", "CarillonPage", ["CarillonOutlet", "LinuxSound"]),
        module("Sources/Outlets", "CarillonMQTT", ["CarillonFleet", "CarillonOutlet"]),
        module("Sources/Program", "CarillonAppliance", ["CarillonMQTT", "CarillonPage", "LinuxGPIO"]),
        program("Sources/Program", "CarillonTool", ["CarillonAppliance"]),
        module("Tests/Support", "HeapMeter", []),
        module("Tests/Support", "StreamTestSupport", ["LinuxSound"], links: ["sndfile"]),
        program("Tests/Probes", "AudioProbe", ["LinuxSound"]),
        program("Tests/Probes", "BusMeter", ["Screens"] + realTime),
        program("Tests/Probes", "DeviceProbe", ["CarillonDevices", "LinuxGPIO"]),
        program("Tests/Probes", "FleetMeter", ["CarillonMQTT"]),
        program("Tests/Probes", "FleetProbe", ["Carillon"]),
        program("Tests/Probes", "MemoryProbe", ["Carillon", "CarillonMemory"]),
        program("Tests/Probes", "OutboxProbe", ["Carillon"]),
        program("Tests/Probes", "OutletProbe", ["Carillon"]),
        program("Tests/Probes", "PageProbe", ["Carillon", "Screens"]),
        program("Tests/Probes", "PlayerMeter", ["StreamTestSupport"]),
        program("Tests/Probes", "ServiceProbe", ["Carillon"]),
        program("Tests/Probes", "SoundFuzz", ["HeapMeter", "StreamTestSupport"]),
        program("Tests/Probes", "SpeechMeter", ["LinuxSound"]),
        program("Tests/Probes", "StreamProbe", ["StreamTestSupport"]),
        suite("CarillonApplianceTests", ["CarillonAppliance"]),
        suite("CarillonMQTTTests", ["CarillonTool", "OutboxProbe"]),
        suite("CarillonPageTests", ["CarillonTest"]),
        suite("CarillonRecorderTests", ["CarillonOutlet"]),
        suite("CarillonToolTests", ["CarillonTool", "MobiusExtras", "SessionTestSupport"]),
        suite(
            "CounterProgramTests",
            ["CarillonTest", "MemoryProbe", "OutletProbe", "ServiceProbe", "counter"]),
        suite("LinuxGPIOTests", ["DeviceProbe", "LinuxGPIO"]),
        suite("NetworkAudioTests", ["CarillonDevices", "StreamProbe", "StreamTestSupport"]),
        suite("LinuxSoundTests", ["AudioTestSupport", "SoundFuzz", "StreamTestSupport"]),
    ]
} else {
    package.targets.append(module("Sources/Program/WithoutHardware", "CarillonAppliance", ["CarillonFleet"] + realTime))
}

// A lane builds only what it runs. CARILLON_SUITES=examples adds the examples and their tests, which users build with
// `Examples/Package.swift`; CARILLON_SUITES=all adds the tests of recorded sessions and of the kernel, too.
// CARILLON_SUITES="MobiusCoreTests FluxusTests" leaves out all other suites.
let suites = (Context.environment["CARILLON_SUITES"] ?? "").split(separator: " ").map { String($0) }
if suites == ["examples"] || suites == ["all"] {
    let examples = try FileManager.default.contentsOfDirectory(atPath: "\(Context.packageDirectory)/Examples")
        .filter { !$0.contains(".") }.sorted()
    for name in examples {
        let folder = "Examples/\(name)"
        let program = Target.executableTarget(name: name, path: "\(folder)/Sources/\(name)", packageAccess: false)
        program.dependencies = ["Carillon", "CarillonMemory", "FluxusScreens"]
        let tests = Target.testTarget(name: "\(name)Tests", path: "\(folder)/Tests/\(name)Tests", packageAccess: false)
        tests.dependencies = ["CarillonTest", .byName(name: name)]
        package.targets += [program, tests]
    }
    if hasHardware && suites == ["all"] {
        let recipes = examples.map { Target.Dependency(stringLiteral: $0) } + ["CarillonTest", "counter"]
        let kernel = ["AudioTestSupport", "CarillonTest", "DeviceProbe", "DeviceTestSupport"]
        package.targets.append(suite("KernelTests", kernel.map { .init(stringLiteral: $0) }))
        package.targets.append(suite("ReplayTests", ["SessionTestSupport"] + recipes))
    }
} else if !suites.isEmpty {
    let names = Set(package.targets.filter { $0.type == .test }.map(\.name))
    if let unknown = suites.first(where: { !names.contains($0) }) {
        fatalError("CARILLON_SUITES: no suite \"\(unknown)\"; Package.swift lists them")
    }
    package.targets.removeAll { $0.type == .test && !suites.contains($0.name) }
}
