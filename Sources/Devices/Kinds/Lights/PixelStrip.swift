import CarillonGPIO
import CarillonScheduling
import MobiusCore

/// A strip or a ring of pixels on SPI, each of which shows its own colour: WS2812, SK6812 or APA102.
///
///     controller.connectView(try board.strip("clock").view { $0.hands })
///     .routeCase(Effect.alarm).to(try board.strip("clock").handler(.red, .blinking()))
///
/// Pixels show colours as an RGB LED does: the amounts of red, green and blue are shares of the light, and the fades of a
/// pattern are even to the eye. The bus's thread sends the colours if they have changed, so that the loop does not wait. Only
/// the newest colours are sent. The pixels are off until colours are shown, and after the program has ended for any reason.
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class PixelStrip: Settable, @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The number of pixels.
    public let count: Int
    /// The colours that the pixels show, or the most recent ones if they are off. The first pixel is the nearest to the board;
    /// all are white at first. Queue only.
    public private(set) var colors: [Color]
    /// The current pattern of all pixels; `.off` after a finite pattern has ended, and after the board is closed. Queue only.
    public var pattern: Pattern { output.isClosed ? .off : playing }

    public let views = ViewCount()
    /// The shortest time between two steps of a pattern: 60 frames a second.
    static let frame = Duration.nanoseconds(16_666_667)

    private let isRing: Bool
    private let brightness: Double
    private let output: BusOutput<[UInt8]>
    private let timer: ResettableTimer
    private let observer: DeviceObserver
    private var playing = Pattern.off
    /// Whether the steps of a pattern without an end are left out, because a simulated strip is not looked at.
    private var isResting = false
    private var player: PatternPlayer
    /// Red, green and blue of each pixel while the pattern is fully on.
    private var levels: [UInt8]

    /// - Parameters:
    ///   - encoding: The type, the number and the order of the pixels.
    ///   - brightness: The brightness of a pixel that is fully on, from 0 to 1.
    ///   - isRing: Whether the pixels form a ring.
    ///   - port: The strip's port on its bus, which the strip takes over.
    ///   - observer: Notified of each change, and when a transfer fails.
    init(
        name: String, encoding: PixelEncoding, brightness: Double = 1, isRing: Bool = false, port: BusPort,
        observer: DeviceObserver
    ) {
        self.name = name
        self.isRing = isRing
        self.brightness = brightness
        self.observer = observer
        count = encoding.count
        colors = Array(repeating: .white, count: count)
        levels = Array(repeating: 0, count: count * 3)
        player = PatternPlayer(.off, at: port.queue.now)
        timer = ResettableTimer(on: port.queue)
        output = BusOutput(levels, port: port, observer: observer) { (levels, device) throws(BusError) in
            try device.write(encoding.bytes(levels))
        }
        timer.onFire { [unowned self] in draw() }
    }

    // MARK: To show

    /// Shows a colour on each pixel, and plays `pattern` on all pixels from its beginning. Pixels without a colour are black,
    /// and surplus colours are ignored. If all colours are black, the pixels are switched off. May be called from any thread;
    /// takes effect immediately on the queue.
    public func set(_ colors: [Color], _ pattern: Pattern) {
        guard output.queue.isCurrent else { return output.queue.async { [self] in set(colors, pattern) } }
        guard !output.isClosed else { return }
        let fitted = fitted(colors)
        let levels = levels(of: fitted)
        // Black is off. All colours look alike when off, so the colours stay.
        let isOff = pattern == .off || levels.allSatisfy { $0 == 0 }
        let (new, pattern) = isOff ? (self.colors, .off) : (fitted, pattern)
        let isNew = new != self.colors || pattern != playing
        guard isNew || pattern.isMoving, new != self.colors || !pattern.leads(to: playing) else { return }
        (self.colors, playing) = (new, pattern)
        if !isOff { self.levels = levels }
        let now = output.queue.now
        player = PatternPlayer(pattern, from: player.moment(at: now).brightness, at: now)
        draw()
        if isNew { notify() }
    }

    /// Shows a colour on each pixel. Pixels without a colour are black. May be called from any thread.
    public func set(_ colors: [Color]) { set(colors, .on) }

    /// Shows one colour on all pixels, and plays `pattern` from its beginning. May be called from any thread.
    public func set(_ color: Color, _ pattern: Pattern = .on) {
        set(Array(repeating: color, count: count), pattern)
    }

    /// Switches all pixels off. May be called from any thread.
    public func off() { set([]) }

    /// Returns the effect handler that shows one colour on all pixels, and plays `pattern` from its beginning.
    public func handler<Event>(_ color: Color, _ pattern: Pattern = .on) -> AnyEffectHandler<Void, Event> {
        .performing { [self] in set(color, pattern) }
    }

    /// Returns the effect handler that shows a colour on each pixel, and plays `pattern` on all pixels from its beginning.
    public func handler<Event>(_ colors: [Color], _ pattern: Pattern) -> AnyEffectHandler<Void, Event> {
        .performing { [self] in set(colors, pattern) }
    }

    /// Returns the view that shows a colour on each pixel. `colors` returns the colours for each model, in the order of the
    /// pixels. Pixels without a colour are black.
    ///
    ///     strip.view { model in (0..<60).map { $0 < model.minute ? .blue : .black } }
    public func view<Model>(_ colors: @escaping @Sendable (Model) -> [Color]) -> DeviceView<Model> {
        view(colors, pattern: { _ in .on })
    }

    /// Returns the view that shows a colour on each pixel, and a pattern on all of them. The closures return both for each
    /// model. A pattern that is already playing with the same colours continues. A finite pattern that has ended is shown
    /// again only after different colours or another pattern.
    ///
    /// - Parameters:
    ///   - colors: Returns the colours of the pixels. Pixels without a colour are black.
    ///   - pattern: Returns the pattern.
    public func view<Model>(
        _ colors: @escaping @Sendable (Model) -> [Color], pattern: @escaping @Sendable (Model) -> Pattern
    ) -> DeviceView<Model> {
        DeviceView(
            views,
            connecting: { [self] in
                let memory = ViewMemory<Look>()
                return { [self] model in
                    keepShowing(Look(colors: fitted(colors(model)), pattern: pattern(model)), memory)
                }
            })
    }

    /// The state that a view requests.
    private struct Look: Equatable, Sendable {
        let colors: [Color]
        let pattern: Pattern
    }

    private func keepShowing(_ look: Look, _ memory: ViewMemory<Look>) {
        guard output.queue.isCurrent else { return output.queue.async { [self] in keepShowing(look, memory) } }
        guard memory.isNew(look, isFinite: look.pattern.isFinite) else { return }
        if look.colors != colors || look.pattern != pattern { set(look.colors, look.pattern) }
    }

    // MARK: To draw

    private func fitted(_ colors: [Color]) -> [Color] {
        guard colors.count != count else { return colors }
        return colors.prefix(count) + Array(repeating: .black, count: max(count - colors.count, 0))
    }

    private func levels(of colors: [Color]) -> [UInt8] {
        var levels: [UInt8] = []
        levels.reserveCapacity(count * 3)
        for color in colors {
            levels.append(Brightness(color.red * brightness).level)
            levels.append(Brightness(color.green * brightness).level)
            levels.append(Brightness(color.blue * brightness).level)
        }
        return levels
    }

    /// Shows the present step of the pattern, and waits for the next one.
    private func draw() {
        let now = output.queue.now
        let moment = player.moment(at: now)
        let share = Int(moment.brightness.level)
        output.show(share == 255 ? levels : levels.map { UInt8((Int($0) * share + 127) / 255) })
        if !isResting, moment.end != nil, !playing.isFinite {
            isResting = output.rest { [weak self] in
                self?.isResting = false
                self?.draw()
            }
        }
        timer.set(to: isResting && !playing.isFinite ? nil : moment.end.map { max($0, now + Self.frame) })
        guard moment.end == nil, playing.isFinite else { return }
        playing = playing.end
        notify()
    }

    private func notify() {
        observer.changed(0)
        observer.changed(1)
    }

    /// The brightness of the pattern at this moment.
    private var share: Double {
        output.isClosed ? 0 : player.moment(at: output.queue.now).brightness.share
    }

    /// The colours that the pixels show at this moment of the pattern. They are not scaled by the brightness in the wiring.
    /// Queue only.
    public var shown: [Color] {
        let share = share
        return colors.map { Color(red: $0.red * share, green: $0.green * share, blue: $0.blue * share) }
    }

    /// The colour that stands for all: that of the first pixel that is not black.
    private var color: Color { colors.first { !$0.isBlack } ?? .white }
}

extension PixelStrip: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: ChipSettings {
        public static let models = PixelEncoding.Chip.allCases.map {
            ChipModel($0.rawValue, .spi(mode: 0, speed: $0.speed))
        }
        public var chip = ChipReference.unknown
        /// The number of pixels, from 1 to 300; at most 253 for `sk6812-rgbw`.
        public var count = 0
        /// The brightness, from 0 to 1. All colours are dimmed in proportion.
        public var brightness = 1.0
        public var order: PixelOrder?
        public var isRing = false

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                .chip(\.chip, "the pixels, on the data line (MOSI) of an SPI bus"),
                Setting("count", \.count, .requiredNumber(1...PixelEncoding.most, example: 60), "the number of pixels"),
                Setting(
                    "brightness", \.brightness, .number(0...1, example: 0.5),
                    "the light of a pixel that is fully on; less light needs less current"),
                Setting(
                    "order", \.order, .optional(.choice(PixelOrder.allCases.map { ($0.rawValue, $0) })),
                    "the order of the colours in a pixel, white last; by default, that of the chip"),
                Setting(
                    "shape", \.isRing, .choice([("strip", false), ("ring", true)]),
                    "the arrangement of the pixels, as the page shows it"),
            ]
        }

        public static var example: String { "{chip: ws2812 spidev0.0, count: 60}" }

        public var conflict: String? {
            guard count > PixelEncoding.most(of: encoding.chip) else { return nil }
            return "count must be at most \(PixelEncoding.most(of: encoding.chip)) for \(chip.chip), because spidev "
                + "sends 4096 bytes at a time; use a shorter strip"
        }

        var encoding: PixelEncoding {
            PixelEncoding(chip: PixelEncoding.Chip(rawValue: chip.chip) ?? .ws2812, count: count, order: order)
        }
    }

    public static var kind: DeviceKind { DeviceKind("strip", title: "LED strip") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .text }

    public static func buses(of settings: Settings) -> [BusWire] {
        let ends = settings.encoding.chip == .apa102 ? ["MOSI", "SCLK"] : ["MOSI"]
        // The pixels have 5 V, and expect 3.5 V on their data line.
        return [
            BusWire(
                settings.chip.address, safe: settings.encoding.dark, signals: ends,
                as: .load(.init("74AHCT125", isConverter: true)))
        ]
    }

    /// Returns the entry of a strip of 60 pixels on a bus of its own.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [
            .device(PixelStrip.self, name) {
                $0.chip = ChipReference(chip: "ws2812", address: .spi(device: name, mode: 0, speed: 2_400_000))
                $0.count = 60
            }
        ]
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, encoding: settings.encoding, brightness: settings.brightness, isRing: settings.isRing,
            port: try context.port(Self.buses(of: settings)[0]), observer: context.observer)
    }

    public var features: [Feature] {
        [Feature(canBeSet: true, isDriven: views.isDriven), Feature("pixels", isDriven: views.isDriven)]
    }

    public func value(of feature: Int) -> Feature.Value {
        feature == 0 ? .color(color, pattern) : .pixels(Pixels(colors, pattern, isRing: isRing))
    }

    public func share(of feature: Int) -> Double? {
        feature == 0 ? share * max(color.red, color.green, color.blue) : share
    }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        if case .color(let color, let pattern) = value { set(color, pattern) }
    }

    public func close() {
        timer.cancel()
        output.close()
    }
}

extension Wiring.Entry {
    /// Returns an entry for a strip or a ring of pixels.
    ///
    /// - Parameters:
    ///   - chip: The type of the pixels, and their SPI device: `ws2812 spidev0.0`, `sk6812 spidev0.0`, `sk6812-rgbw spidev0.0`,
    ///     `apa102 spidev0.0`.
    ///   - count: The number of pixels, from 1 to 300; at most 253 for `sk6812-rgbw`.
    public static func strip(
        _ name: String, chip: String, count: Int, file: String = #fileID, sourceLine: Int = #line,
        column: Int = #column,
        set: (inout PixelStrip.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(PixelStrip.self, name, file, sourceLine, column, set) {
            $0.chip = PixelStrip.Settings.models.reference(chip) ?? .unknown
            $0.count = count
        }
    }
}
