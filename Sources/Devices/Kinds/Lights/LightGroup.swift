import MobiusCore

/// Several LEDs that form one light: either all of them show the same pattern, or each shows its own.
///
///     .routeCase(Effect.celebrate).to(try board.group("tree").handler(.blinking(times: 3)))
///     controller.connectView(try board.group("tree").view { ["star": .on, "left": $0.isLate ? .off : .pulsing()] })
///
/// `@unchecked Sendable`: mutable state is accessed on the queue only.
public final class LightGroup: LEDGroup, Fading, @unchecked Sendable {
    public typealias Value = Pattern

    /// The pattern that all LEDs show; `.on` if their patterns differ. Queue only.
    public var pattern: Pattern {
        let patterns = leds.map(\.pattern)
        guard let first = patterns.first else { return .off }
        if patterns.allSatisfy({ $0 == first }) { return first }
        return patterns.allSatisfy { $0 == .off } ? .off : .on
    }

    /// Creates a group of LEDs that the board has already created.
    public required convenience init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.init(
            name: name, leds: try settings.leds.map { try context.device(LED.self, $0) },
            bank: try context.allOutputs(), observer: context.observer)
        for led in leds {
            led.output.alsoOnChange { [weak self] in
                guard let self, !isUpdating else { return }
                // LEDs that end their patterns together end them one after the other.
                bank.queue.async { [weak self] in self?.ledDidChange() }
            }
        }
    }

    /// Creates a group whose LEDs are off.
    public required init(name: String, leds: [LED], bank: OutputBank, observer: DeviceObserver) {
        super.init(name: name, leds: leds, bank: bank, observer: observer)
    }

    /// The pattern that observers know.
    private var known = Pattern.off
    private var isUpdating = false

    /// The names of the LEDs, in the order of the wiring.
    public var names: [String] { leds.map(\.name) }

    /// Shows a pattern on all LEDs, from the beginning of the pattern. All LEDs change at the same moment. May be called from
    /// any thread; takes effect immediately on the queue.
    public func set(_ pattern: Pattern) { update { _ in pattern } }

    /// Shows a separate pattern on each LED, by the LED's name. LEDs without a pattern are switched off, and unknown names are
    /// ignored. May be called from any thread; takes effect immediately on the queue.
    public func set(_ patterns: [String: Pattern]) { update { patterns[$0.name] ?? .off } }

    /// Returns the effect handler that shows a separate pattern on each LED, by the LED's name. LEDs without a pattern are
    /// switched off.
    public func handler<Event>(_ patterns: [String: Pattern]) -> AnyEffectHandler<Void, Event> {
        .performing { [self] in set(patterns) }
    }

    /// Returns the view that shows the result of `pattern` for each model on all LEDs. A pattern that is already showing
    /// continues.
    public func view<Model>(_ pattern: @escaping @Sendable (Model) -> Pattern) -> DeviceView<Model> {
        view(of: { model in
            let pattern = pattern(model)
            return { _ in pattern }
        })
    }

    /// Returns the view that shows a separate pattern on each LED. `patterns` returns them for each model, by the names of
    /// the LEDs. LEDs without a pattern are off. A pattern that is already showing continues.
    public func view<Model>(_ patterns: @escaping @Sendable (Model) -> [String: Pattern]) -> DeviceView<Model> {
        view(of: { model in
            let patterns = patterns(model)
            return { patterns[$0.name] ?? .off }
        })
    }

    private func view<Model>(
        of patterns: @escaping @Sendable (Model) -> @Sendable (LED) -> Pattern
    ) -> DeviceView<Model> {
        DeviceView(
            views,
            connecting: { [self] in
                let memory = LightGroupMemory(leds.count)
                return { [self] model in keepShowing(patterns(model), memory) }
            })
    }

    /// Plays the patterns, unless they are playing already or are the finite ones that the view has shown last.
    private func keepShowing(_ pattern: @escaping @Sendable (LED) -> Pattern, _ memory: LightGroupMemory) {
        guard bank.queue.isCurrent else { return bank.queue.async { [self] in keepShowing(pattern, memory) } }
        changing {
            for (led, memory) in zip(leds, memory.ofLEDs) {
                let pattern = pattern(led)
                if memory.isNew(pattern, isFinite: pattern.isFinite), pattern != led.pattern {
                    led.output.begin(pattern)
                }
            }
        }
    }

    private func update(_ pattern: @escaping @Sendable (LED) -> Pattern) {
        guard bank.queue.isCurrent else { return bank.queue.async { [self] in update(pattern) } }
        changing { for led in leds { led.output.begin(pattern(led)) } }
    }

    private func changing(_ body: () -> Void) {
        guard !bank.isClosed else { return }
        isUpdating = true
        bank.performBatchUpdates(body)
        isUpdating = false
        ledDidChange()
    }

    /// Reports the changes of LEDs as one of the group.
    private func ledDidChange() {
        let pattern = pattern
        guard pattern != known else { return }
        known = pattern
        changed()
    }
}

/// The memories of a view of a group, one for each LED.
private struct LightGroupMemory: Sendable {
    let ofLEDs: [ViewMemory<Pattern>]

    init(_ count: Int) { ofLEDs = (0..<count).map { _ in ViewMemory() } }
}

extension LightGroup: Device {
    public static var kind: DeviceKind { DeviceKind("group", title: "LED group") }

    public static func entityForm(of settings: Settings) -> EntityForm? { .contact }

    /// Returns the entries of four LEDs and of a group that consists of them.
    public static func benchWiring(_ name: String, freeLine: () -> String) -> [Wiring.Entry] {
        let names = (0..<4).map { "\(name).\($0)" }
        return names.map { .led($0, line: freeLine()) } + [.group(name, leds: names)]
    }

    public var features: [Feature] { [Feature(canBeSet: true, isDimmable: true, isDriven: views.isDriven)] }

    public func value(of feature: Int) -> Feature.Value { .toggle(pattern) }
    public func share(of feature: Int) -> Double? { leds.map(\.brightness).max() ?? 0 }

    public func setFeature(_ feature: Int, to value: Feature.Value) {
        if case .toggle(let pattern) = value { set(pattern) }
    }
}

extension Wiring.Entry {
    /// Returns an entry for a group of LEDs that form one light.
    public static func group(
        _ name: String, leds: [String], file: String = #fileID, sourceLine: Int = #line, column: Int = #column
    ) -> Wiring.Entry {
        .device(LightGroup.self, name, file: file, sourceLine: sourceLine, column: column) {
            $0.leds = leds.map { WiringReference($0) }
        }
    }
}
