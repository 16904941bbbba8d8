import CarillonTest
import TestSupport
import Testing

/// Features that are read and set on a bench that refers to no kind.
@Suite struct FeatureTests {
    private let bench = try! Bench(
        wiring: Wiring(
            .device(WiredDevice(Screen.self, "oled", Screen.Settings())), .servo("arm", line: "GPIO18"),
            .relay("pump", line: "GPIO17"), .led("lamp", line: "GPIO5"), .led("low", line: "GPIO6"),
            .bar("bar", leds: ["low"]), .encoder("volume", a: "GPIO2", b: "GPIO3", button: "GPIO4"),
            .switch("armed", line: "GPIO7"), .sensor("hall", line: "GPIO8")))

    @Test func benchReadsTextsAndPictures() throws {
        expectEqual(try bench.text("oled"), "")
        try bench.device(Screen.self, "oled").set("Hello")
        expectEqual(try bench.text("oled"), "Hello")
        expectEqual(try bench.picture("oled").braille, ["⠁⠁⠁⠁⠁⠀⠀⠀"])
        expectEqual(bench.changes.map(\.description), ["display oled text Hello"])
    }

    @Test func benchSetsTextsAndPictures() throws {
        try bench.set("oled", to: .text("Hi"))
        expectEqual(try bench.text("oled"), "Hi")
        try bench.set("oled", to: .picture(Picture(width: 16, height: 4)))
        expectEqual(try bench.picture("oled", "picture"), Picture(width: 16, height: 4))
        let refused = BenchError.cannotBeSet(
            name: "oled", value: "8 x 8", reason: "the device does not accept this value")
        #expect(throws: refused) {
            try bench.set("oled", to: .picture(Picture(width: 8, height: 8)))
        }
        #expect(throws: BenchError.self) { try bench.set("oled", "picture", to: .text("Hi")) }
    }

    @Test func benchSetsTogglesAndLevelsAndTurnsEncoders() throws {
        try bench.set("pump", to: .toggle(.on))
        #expect(try bench.relay("pump").isOn)
        try bench.set("arm", to: .level(30))
        expectEqual(try bench.level("arm"), 30)
        try bench.set("arm", to: .level(nil))
        expectEqual(try bench.level("arm"), nil)
        try bench.turn("volume", by: -2)
        expectEqual(try bench.level("volume"), -2)
        #expect(throws: BenchError.cannotBeSet(name: "volume", value: "3", reason: "no device there can be set")) {
            try bench.set("volume", to: .level(3))
        }
        expectEqual(bench.changes.map(\.description), ["relay pump on", "servo arm 30°", "servo arm off"])
    }

    @Test func featureThatAViewDrivesCanBeSetOnlyByAnEvent() throws {
        func make(_ board: Board, hasEvent: Bool) throws -> MobiusController<Bool, Bool, Never> {
            let commands = hasEvent ? board.values.switch("lamp").commanded { $0 } : board.events()
            let controller = Mobius.beginnerLoop { (_: Bool, isOn: Bool) in isOn }
                .withEventSource(commands).makeController(from: false, on: board.queue)
            controller.connectView(try board.led("lamp").view { .on(if: $0) })
            return controller
        }
        let mute = try Bench { try make($0, hasEvent: false) }
        let reason = "the model drives this device, and the program has no event for it"
        #expect(throws: BenchError.cannotBeSet(name: "lamp", value: "on", reason: reason)) {
            try mute.set("lamp", to: .toggle(.on))
        }
        #expect(try !mute.led("lamp").isOn)
        let bench = try Bench { try make($0, hasEvent: true) }
        try bench.set("lamp", to: .toggle(.on))
        #expect(try bench.model && bench.led("lamp").isOn)
    }

    @Test func lightOfANumberThatAViewDrivesCannotBeSet() throws {
        let bench = try Bench { board in
            let controller = Mobius.beginnerLoop { (count: Int, _: Bool) in count }
                .withEventSource(try board.button("plus").pressed(send: true)).makeController(from: 1, on: board.queue)
            controller.connectView(try board.number("count"))
            return controller
        }
        #expect(throws: BenchError.self) { try bench.set("count.1", to: .toggle(.on)) }
    }

    @Test func longTextIsTypedInPieces() throws {
        let bench = try Bench { board in
            Mobius.beginnerLoop { (count: Int, _: Character) in count + 1 }
                .withEventSource(try board.keypad("pad").typed { $0 }).makeController(from: 0, on: board.queue)
        }
        try bench.enter(String(repeating: "1", count: 1000), at: "pad")
        expectEqual(bench.model, 1000)
        #expect(bench.now >= .milliseconds(5) * 1000 / 64)
    }

    @Test func noiseLastsAtMostAMinute() throws {
        let bench = try Bench { board in
            Mobius.beginnerLoop { (count: Int, _: Bool) in count + 1 }
                .withEventSource(try board.microphone("ear").level { _ in true })
                .makeController(from: 0, on: board.queue)
        }
        try bench.enter("noise 60000 -20", at: "ear")
        #expect(bench.failures.isEmpty)
        try bench.enter("noise 60001 -20", at: "ear")
        expectEqual(bench.failures.count, 1)
    }

    @Test func benchPlaysLoadedSounds() throws {
        #expect(throws: BenchError.self) {
            try bench.set("sound", to: .sound(.tick))
        }
        let _: AnyEffectHandler<Void, Void> = try bench.board.speaker.handler(.tick)
        try bench.set("sound", to: .sound(.tick))
        #expect(bench.sounds == [.tick] && bench.isSounding)
        try bench.set("sound", to: .sound(nil))
        bench.advance(by: .milliseconds(100))
        #expect(bench.sounds == [.tick] && !bench.isSounding)
    }

    @Test func missingFeatureIsReportedWithTheDevicesThatHaveIt() throws {
        #expect(throws: BoardError.kindMismatch(kind: "device with a text", name: "lamp", actual: "LED")) {
            try bench.text("lamp")
        }
        #expect(
            throws: BoardError.unknownDevice(
                kind: "device with a level", name: "x", known: ["arm", "bar", "volume", "main"])
        ) { try bench.level("x") }
        #expect(throws: BoardError.self) { try bench.set("x", to: .text("")) }
    }

    @Test func litReturnsTheNamesOfTheLitLights() throws {
        try bench.led("lamp").set(.dimmed(to: 0.1))
        try bench.bar("bar").set(1)
        try bench.relay("pump").on()
        expectEqual(bench.lit, ["lamp", "low"])
    }
}

/// A display of a kind that only this test has: a row of dots under each letter.
///
/// `@unchecked Sendable`: a test uses it on its own thread.
private final class Screen: Device, @unchecked Sendable {
    struct Settings: DeviceSettings {
        static var fields: [Setting<Self>] { [] }
    }

    static var kind: DeviceKind { DeviceKind("display") }
    static func wires(of settings: Settings) -> [LineWire] { [] }

    let name: String
    private let observer: DeviceObserver
    private var text = ""
    private var picture = Picture(width: 16, height: 4)

    init(_ name: String, _ settings: Settings, in context: DeviceContext) {
        self.name = name
        observer = context.observer
    }

    func set(_ text: String) {
        self.text = text
        for x in 0..<picture.width { picture[x, 0] = x % 2 == 0 && x / 2 < text.count }
        observer.changed()
    }

    var features: [Feature] { [Feature("text", canBeSet: true), Feature("picture", canBeSet: true)] }

    func value(of feature: Int) -> Feature.Value { feature == 0 ? .text(text) : .picture(picture) }

    func setFeature(_ feature: Int, to value: Feature.Value) {
        value.text.map(set)
        value.picture.map { picture = $0 }
    }
}
