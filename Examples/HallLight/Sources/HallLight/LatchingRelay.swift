import Carillon
import Synchronization

/// A relay that keeps its position without current. A pulse on one coil switches it on, a pulse on the other one off.
///
/// It is switched off when the board is opened, so that its position is known. When the program ends, it stays as it is.
final class LatchingRelay: Device, Settable {
    struct Settings: DeviceSettings {
        var on = LineReference.unknown
        var off = LineReference.unknown
        var isActiveLow = false
        var pulse = Duration.milliseconds(50)

        static var fields: [Setting<Self>] {
            [
                Setting("on", \.on, .line(example: "GPIO17"), "the line of the coil that switches the relay on"),
                Setting("off", \.off, .line(example: "GPIO27"), "the line of the coil that switches it off"),
                .active(\.isActiveLow, "the voltage that drives a coil"),
                Setting(
                    "pulse", \.pulse, .time(.milliseconds(5)...(.seconds(1)), example: "50 ms"),
                    "the time for which a coil is driven"),
            ]
        }

        static var example: String { "{on: GPIO17, off: GPIO27}" }
    }

    static let kind = DeviceKind("latching-relay", title: "latching relay")

    static func wires(of settings: Settings) -> [LineWire] {
        [("on", settings.on), ("off", settings.off)].map { end, line in
            LineWire(line, terminal: end, .output(isActiveLow: settings.isActiveLow), as: .module)
        }
    }

    let name: String
    private let coils: (on: Output, off: Output)
    private let pulse: Pattern
    private let queue: any Scheduler
    private let observer: DeviceObserver
    let views = ViewCount()
    private let position = Mutex(false)

    init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        self.name = name
        coils = (try context.output(settings.on), try context.output(settings.off))
        pulse = .on(for: settings.pulse)
        (queue, observer) = (context.queue, context.observer)
        coils.off.set(pulse)
    }

    /// Whether the relay is on. May be called from any thread.
    var isOn: Bool { position.withLock { $0 } }

    /// Switches the relay, unless it has this position. Only one coil is driven at a time. May be called from any thread.
    func set(_ isOn: Bool) {
        queue.perform {
            guard isOn != self.isOn else { return }
            position.withLock { $0 = isOn }
            (isOn ? coils.off : coils.on).set(.off)
            (isOn ? coils.on : coils.off).set(pulse)
            observer.changed()
        }
    }

    // The page, the panel, the fleet and the bench show the relay by this feature, and switch it.
    var features: [Feature] { [Feature(canBeSet: true, isDriven: views.isDriven)] }

    func value(of feature: Int) -> Feature.Value { .toggle(isOn ? .on : .off) }

    func setFeature(_ feature: Int, to value: Feature.Value) { set(value == .toggle(.on)) }
}
