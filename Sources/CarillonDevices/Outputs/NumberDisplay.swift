import MobiusCore

/// A number in binary on some LEDs: a view for a loop whose model is that number.
///
/// `@unchecked Sendable`: what is variable is touched on the queue only.
public final class NumberDisplay: Connectable, @unchecked Sendable {
    /// What the wiring calls it.
    public let name: String
    /// What it shows. On the queue only.
    public var number: Int {
        bank.isClosed ? leds.reversed().reduce(0) { $0 << 1 | ($1.isOn ? 1 : 0) } : shown
    }

    private var shown = 0
    private let leds: [LED]
    private let bank: OutputBank
    private let observer: PartObserver

    /// - Parameters:
    ///   - name: What the wiring calls it.
    ///   - leds: The least significant bit first; out, as a zero is.
    ///   - bank: That of the LEDs.
    ///   - observer: Is told each change.
    public init(name: String, leds: [LED], bank: OutputBank, observer: PartObserver) {
        self.name = name
        self.leds = leds
        self.bank = bank
        self.observer = observer
    }

    /// Shows `number`: of one that has more bits than there are LEDs, the lowest ones. All LEDs change at one moment.
    ///
    /// May be called from any thread; on the queue it is done at once.
    public func show(_ number: Int) {
        guard bank.queue.isCurrent else {
            bank.queue.async { [self] in show(number) }
            return
        }
        guard !bank.isClosed else { return }
        // Each is told, so that one that was switched by itself is right again.
        bank.together {
            for (bit, led) in leds.enumerated() { led.set(number >> bit & 1 == 1) }
        }
        guard number != shown else { return }
        shown = number
        observer.didChange(.number(name: name, value: number))
    }

    /// The view that shows a number for each model.
    public func showing<Model>(_ number: @escaping @Sendable (Model) -> Int) -> PartView<Model> {
        PartView { [self] model in show(number(model)) }
    }

    /// Shows each model that the connection takes, and keeps showing the last one when it is disposed.
    public func connect(_ consumer: @escaping Consumer<Never>) -> Connection<Int> {
        Connection(acceptClosure: show, disposeClosure: {})
    }
}
