import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// The presence of a board's chip, as a feature that changes when the chip disappears and when it is back.
final class ChipPresence: ConsoleFeatureProviding, Sendable {
    static var kind: DeviceKind { DeviceKind("chip") }

    /// The label of the chip.
    let name: String
    private let observer: DeviceObserver
    private let isPresent = Locked(true)

    private init(_ label: String, observer: DeviceObserver) { (name, self.observer) = (label, observer) }

    /// Adds the feature to those of a board. Call on the board's queue. The observation lasts as long as the chip.
    static func observe(_ chip: any GPIOChip, in features: BoardFeatures) {
        let presence = ChipPresence(chip.label, observer: features.observer())
        features.add(presence)
        _ = chip.observePresence { isPresent in
            presence.isPresent.withLock { $0 = isPresent }
            presence.observer.changed()
        }
    }

    var features: [Feature] { [Feature()] }

    func value(of feature: Int) -> Feature.Value {
        DeviceChange.chip(label: name, isPresent: isPresent.withLock { $0 }).value
    }
}
