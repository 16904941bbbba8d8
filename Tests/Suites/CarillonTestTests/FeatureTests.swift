import CarillonTest
import Testing

/// Features that are read and set on a bench that refers to no kind.
@Suite struct FeatureTests {
    private let bench = try! Bench(
        wiring: Wiring(
            .device(WiredDevice(Screen.self, "oled", Screen.Settings())), .servo("arm", line: "GPIO18"),
            .relay("pump", line: "GPIO17"), .led("lamp", line: "GPIO5"), .led("low", line: "GPIO6"),
            .bar("bar", leds: ["low"]), .encoder("volume", a: "GPIO2", b: "GPIO3", button: "GPIO4"),
            .switch("armed", line: "GPIO7"), .sensor("hall", line: "GPIO8")))

    @Test func textsAndPicturesAreRead() throws {
        #expect(try bench.text("oled") == "")
        try bench.device(Screen.self, "oled").show("Hello")
        #expect(try bench.text("oled") == "Hello")
        #expect(try bench.picture("oled").braille == ["⠁⠁⠁⠁⠁⠀⠀⠀"])
        #expect(bench.changes.map(\.description) == ["display oled text Hello"])
    }

    @Test func worldSetsThem() throws {
        try bench.set("oled", to: .text("Hi"))
        #expect(try bench.text("oled") == "Hi")
        try bench.set("oled", to: .picture(Picture(width: 16, height: 4)))
        #expect(try bench.picture("oled", "picture") == Picture(width: 16, height: 4))
        #expect(throws: BenchError.cannotBeSet(name: "oled", value: "8 x 8")) {
            try bench.set("oled", to: .picture(Picture(width: 8, height: 8)))
        }
        #expect(throws: BenchError.self) { try bench.set("oled", "picture", to: .text("Hi")) }
    }

    @Test func worldSwitchesAndTurns() throws {
        try bench.set("pump", to: .toggle(.on))
        #expect(try bench.relay("pump").isOn)
        try bench.set("arm", to: .level(30))
        #expect(try bench.level("arm") == 30)
        try bench.set("arm", to: .level(nil))
        #expect(try bench.level("arm") == nil)
        try bench.turn("volume", by: -2)
        #expect(try bench.level("volume") == -2)
        #expect(throws: BenchError.cannotBeSet(name: "volume", value: "3")) { try bench.set("volume", to: .level(3)) }
        #expect(bench.changes.map(\.description) == ["relay pump on", "servo arm 30°", "servo arm off"])
    }

    @Test func outsidePlaysLoadedSounds() throws {
        #expect(throws: BenchError.cannotBeSet(name: "sound", value: "tick")) {
            try bench.set("sound", to: .sound(.tick))
        }
        let _: AnyEffectHandler<Void, Void> = try bench.board.speaker.play(.tick)
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

    @Test func lightsThatAreLitAreNamed() throws {
        try bench.led("lamp").show(.dimmed(to: 0.1))
        try bench.bar("bar").show(1)
        try bench.relay("pump").on()
        #expect(bench.lit == ["lamp", "low"])
    }
}

/// A display of a kind that only this test has: a row of dots under each letter.
///
/// `@unchecked Sendable`: a test uses it on its own thread.
private final class Screen: Device, @unchecked Sendable {
    struct Settings: DeviceSettings {
        static var fields: [Field<Self>] { [] }
    }

    static var kind: DeviceKind { DeviceKind("display") }
    static func wires(of settings: Settings) -> [Wire] { [] }

    let name: String
    private let observer: DeviceObserver
    private var text = ""
    private var picture = Picture(width: 16, height: 4)

    init(_ name: String, _ settings: Settings, in context: DeviceContext) {
        self.name = name
        observer = context.observer
    }

    func show(_ text: String) {
        self.text = text
        for x in 0..<picture.width { picture[x, 0] = x % 2 == 0 && x / 2 < text.count }
        observer.changed()
    }

    var features: [Feature] { [Feature("text", canBeSet: true), Feature("picture", canBeSet: true)] }

    func value(of feature: Int) -> Feature.Value { feature == 0 ? .text(text) : .picture(picture) }

    func set(_ feature: Int, to value: Feature.Value) {
        value.text.map(show)
        value.picture.map { picture = $0 }
    }
}
