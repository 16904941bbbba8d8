import CarillonScheduling
import MobiusCore

/// A light of a red, a green and a blue LED that shows a colour, steadily or with a pattern. A two-colour light has no blue
/// LED, and shows only the red and the green of a colour.
///
///     .routeCase(Effect.alarm).to(try board.rgb("mood").handler(.red, .blinking()))
///     controller.connectView(try board.rgb("mood").view { $0.isReady ? .green : .red })
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class RGBLED: Fading, @unchecked Sendable {
    /// The name in the wiring.
    public let name: String
    /// The colour that the light shows, or the most recent colour if it is off; white at first. Queue only.
    public private(set) var color = Color.white
    /// The current pattern; `.off` after a finite pattern has ended, and after the bank's `close()`. Queue only.
    public var pattern: Pattern { outputs[0].bank.isClosed ? .off : playing }

    public var views: ViewCount { outputs[0].views }
    private var playing = Pattern.off
    private let outputs: [Output]
    private let observer: DeviceObserver
    private var queue: any Scheduler { outputs[0].bank.queue }

    /// Creates a light on its outputs.
    ///
    /// - Parameters:
    ///   - red: The output of the red LED. All outputs must be off, belong to the same bank, and be used by this light only.
    ///   - blue: The output of the blue LED; nil for a two-colour light.
    ///   - observer: Notified of each change.
    public init(name: String, red: Output, green: Output, blue: Output?, observer: DeviceObserver) {
        self.name = name
        outputs = [red, green] + (blue.map { [$0] } ?? [])
        self.observer = observer
        // All outputs end their patterns together, because they begin together. `isOver` ignores all calls but
        // the first.
        for output in outputs { output.onEnd(patternDidEnd) }
    }

    /// The current brightness of red, green and blue, from 0 to 1 each. Queue only.
    public var brightness: Color {
        Color(
            red: outputs[0].brightness.share, green: outputs[1].brightness.share,
            blue: outputs.count > 2 ? outputs[2].brightness.share : 0)
    }

    /// Shows `color` steadily. Black and nil switch the light off. May be called from any thread; takes effect immediately on
    /// the queue.
    public func set(_ color: Color?) { set(color, .on) }

    /// Shows `color` with `pattern` from the beginning of the pattern. Black and nil switch the light off. May be called from
    /// any thread; takes effect immediately on the queue.
    public func set(_ color: Color?, _ pattern: Pattern) {
        guard queue.isCurrent else { return queue.async { [self] in set(color, pattern) } }
        guard !outputs[0].bank.isClosed else { return }
        // Black is off. All colours look alike when off, so the colour stays.
        let lit = pattern == .off ? nil : color.flatMap { $0.isBlack ? nil : $0 }
        let (color, pattern) = lit.map { ($0, pattern) } ?? (self.color, .off)
        let isNew = color != self.color || pattern != playing
        guard isNew || pattern.isMoving, color != self.color || !pattern.leads(to: playing) else { return }
        (self.color, playing) = (color, pattern)
        outputs[0].bank.performBatchUpdates {
            for (output, share) in zip(outputs, [color.red, color.green, color.blue]) {
                output.play(pattern, peak: Brightness(share))
            }
        }
        if isNew { observer.changed() }
    }

    /// Fades to `color` within `duration`. Black and nil fade the light to off. May be called from any thread.
    public func set(_ color: Color?, over duration: Duration) {
        guard queue.isCurrent else { return queue.async { [self] in set(color, over: duration) } }
        let look = Look.reaching(color, over: duration)
        set(look.color ?? self.color, look.pattern)
    }

    /// Returns the effect handler that shows `color` with `pattern` from the beginning of the pattern. Black and nil switch
    /// the light off.
    public func handler<Event>(_ color: Color?, _ pattern: Pattern) -> AnyEffectHandler<Void, Event> {
        .performing { [self] in set(color, pattern) }
    }

    /// Returns the view that steadily shows the result of `color` for each model; nil switches the light off.
    public func view<Model>(_ color: @escaping @Sendable (Model) -> Color?) -> DeviceView<Model> {
        view(color, pattern: { _ in .on })
    }

    public func view<Model>(
        over duration: Duration, _ color: @escaping @Sendable (Model) -> Color?
    ) -> DeviceView<Model> {
        view { (model: Model) -> Look in .reaching(color(model), over: duration) }
    }

    /// Returns the view that shows a colour with a pattern. The closures return both for each model. A pattern that is
    /// already playing in the same colour continues. A finite pattern that has ended is shown again only after a different
    /// colour or pattern.
    ///
    ///     light.view { $0.isReady ? .green : .red } pattern: { $0.isBusy ? .pulsing() : .on }
    ///
    /// - Parameters:
    ///   - color: Returns the colour; nil switches the light off.
    ///   - pattern: Returns the pattern.
    public func view<Model>(
        _ color: @escaping @Sendable (Model) -> Color?, pattern: @escaping @Sendable (Model) -> Pattern
    ) -> DeviceView<Model> {
        view { model in
            let color = color(model)
            return Look(color: color, pattern: color == nil ? .off : pattern(model))
        }
    }

    private func view<Model>(_ look: @escaping @Sendable (Model) -> Look) -> DeviceView<Model> {
        DeviceView(
            outputs[0].views,
            connecting: { [self] in
                let memory = ViewMemory<Look>()
                return { [self] model in keepShowing(look(model), memory) }
            })
    }

    /// Switches the light off. May be called from any thread.
    public func off() { set(nil) }

    /// Switches the light off if it plays any pattern, and otherwise shows its most recent colour steadily. May be called from
    /// any thread.
    public func toggle() {
        guard queue.isCurrent else { return queue.async { [self] in toggle() } }
        set(color, .on(if: pattern == .off))
    }

    /// The state that a view requests. A nil colour is the most recent one.
    private struct Look: Equatable, Sendable {
        let color: Color?
        let pattern: Pattern

        /// Returns the state that fades to a colour within `duration`; nil is off.
        static func reaching(_ color: Color?, over duration: Duration) -> Look {
            let lit = color.flatMap { $0.isBlack ? nil : $0 }
            return Look(color: lit, pattern: .dimmed(to: lit == nil ? 0 : 1, over: duration))
        }
    }

    private func keepShowing(_ look: Look, _ memory: ViewMemory<Look>) {
        guard queue.isCurrent else { return queue.async { [self] in keepShowing(look, memory) } }
        guard memory.isNew(look, isFinite: look.pattern.isFinite) else { return }
        let color = look.color ?? color
        if color != self.color || look.pattern != pattern { set(color, look.pattern) }
    }

    private func patternDidEnd() {
        guard playing.isFinite else { return }
        playing = playing.end
        observer.changed()
    }
}

extension RGBLED: Device {
    /// The settings of this kind of device in a wiring.
    public struct Settings: DeviceSettings {
        public var red = LineReference.unknown
        public var green = LineReference.unknown
        public var blue: LineReference?
        public var isActiveLow = false

        public init() {}

        public static var fields: [Setting<Self>] {
            [
                Setting("red", \.red, .line(example: "GPIO5"), "the line of the red LED"),
                Setting("green", \.green, .line(example: "GPIO6"), "the line of the green LED"),
                Setting(
                    "blue", \.blue, .optional(.line(example: "GPIO13")),
                    "the line of the blue LED; by default, there is none, as in a two-colour LED"),
                .active(\.isActiveLow, "the voltage that lights the LEDs: low for a common anode"),
            ]
        }

        public static var example: String { "{red: GPIO5, green: GPIO6, blue: GPIO13}" }
    }

    public static var kind: DeviceKind { DeviceKind("rgb", title: "RGB LED") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .text }

    /// Returns the entry of an RGB LED on three free lines.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        [.rgb(name, red: freeLine(), green: freeLine(), blue: freeLine())]
    }

    public static func wires(of settings: Settings) -> [LineWire] {
        let lines: [(String, LineReference?)] = [
            ("red", settings.red), ("green", settings.green), ("blue", settings.blue),
        ]
        return lines.compactMap { end, line in
            line.map {
                LineWire($0, terminal: end, .output(isActiveLow: settings.isActiveLow), as: .diodeWithSharedLeg)
            }
        }
    }

    public convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, red: try context.output(settings.red), green: try context.output(settings.green),
            blue: try settings.blue.map { try context.output($0) }, observer: context.observer)
    }

    public var features: [Feature] { [Feature(canBeSet: true, isDriven: outputs[0].views.isDriven)] }

    public func value(of feature: Int) -> Feature.Value { .color(color, pattern) }
    public func share(of feature: Int) -> Double? { outputs.map(\.brightness.share).max() ?? 0 }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        if case .color(let color, let pattern) = value { set(color, pattern) }
    }
}

extension Wiring.Entry {
    /// Returns an entry for an RGB LED or for a two-colour LED, with the line of each colour.
    ///
    /// - Parameter blue: The line of the blue LED; nil for a two-colour LED.
    public static func rgb(
        _ name: String, red: String, green: String, blue: String? = nil, file: String = #fileID,
        sourceLine: Int = #line,
        column: Int = #column,
        set: (inout RGBLED.Settings) -> Void = { _ in }
    ) -> Wiring.Entry {
        .device(RGBLED.self, name, file, sourceLine, column, set) { settings in
            settings.red = WiringReference(red)
            settings.green = WiringReference(green)
            settings.blue = blue.map { WiringReference($0) }
        }
    }
}

extension DeviceChange {
    /// Returns a change that reports the colour and the pattern of a light.
    public static func color(name: String, _ color: Color, _ pattern: Pattern) -> DeviceChange {
        DeviceChange(kind: RGBLED.kind, name: name, .color(color, pattern))
    }
}
