import CarillonBoard
import CarillonDevices

/// A feature of a device on the page.
struct PageFeature: Sendable {
    let device: any Featured
    let feature: Feature
    /// The places of the features that change with this one and do not report it: the LEDs of a number, the picture of a
    /// display that shows a text.
    fileprivate(set) var parts: [Int] = []

    var kind: DeviceKind { type(of: device).kind }
    /// The device's key on the page: `button plus`.
    var key: String { "\(kind.name) \(device.name)" }
}

/// The values of all features in the past: those at the beginning, and the changes since then.
///
/// A copy shares the memory of the chunks, so that it is cheap on the loop's queue. The oldest changes are dropped.
struct ValueLog: Sendable {
    private struct Change {
        /// The number of the event after which the feature has the value.
        let event: Int
        let feature: Int
        let value: Feature.Value
    }

    private static let chunk = 64
    private static let mostChunks = 32

    /// The values before the oldest change.
    private var first: [Feature.Value]
    /// The number of the first event after which all values are known.
    private var firstEvent = Int.min
    private var chunks: [[Change]] = []
    private var newest: [Change] = []

    /// - Parameter first: The values at the beginning.
    init(first: [Feature.Value]) {
        self.first = first
    }

    mutating func append(_ value: Feature.Value, of feature: Int, after event: Int) {
        newest.append(Change(event: event, feature: feature, value: value))
        guard newest.count == Self.chunk else { return }
        chunks.append(newest)
        newest = []
        newest.reserveCapacity(Self.chunk)
        guard chunks.count > Self.mostChunks else { return }
        for change in chunks.removeFirst() {
            first[change.feature] = change.value
            firstEvent = max(firstEvent, change.event)
        }
    }

    /// Returns the values after an event; nil if it is so old that they are not known any more.
    func values(after event: Int) -> [Feature.Value]? {
        guard event >= firstEvent else { return nil }
        var values = first
        for change in chunks.joined() where change.event <= event { values[change.feature] = change.value }
        for change in newest where change.event <= event { values[change.feature] = change.value }
        return values
    }
}

/// The devices of a board as the page sees them, and what happened to them.
///
/// Unchecked Sendable: mutable state is accessed on the board's queue only; `features` is set before that.
final class DeviceLog: @unchecked Sendable {
    /// The values now, with the present amounts of patterns.
    struct Snapshot: Sendable {
        let values: [(value: Feature.Value, share: Double?)]
        /// The number of sounds so far, and the names of the newest ones.
        let sounds: Int
        let newestSounds: [SoundName]
    }

    let features: [PageFeature]
    private(set) var log: ValueLog
    private let eventCount: () -> Int
    private let didChange: @Sendable () -> Void
    private var sounds = 0
    private var newestSounds: [SoundName] = []
    private var observations: [any AnyObject] = []

    /// Starts to follow the devices. Call on the board's queue, before the loop starts: the loop's own observers then
    /// come later, so that a press is known before its event.
    ///
    /// - Parameters:
    ///   - devices: The devices of the board.
    ///   - wiring: The wiring of the devices.
    ///   - eventCount: Returns the number of events so far.
    ///   - didChange: Called on the board's queue after each change.
    init(
        _ devices: [any Featured], wiring: Wiring, eventCount: @escaping () -> Int,
        didChange: @escaping @Sendable () -> Void
    ) {
        var features = devices.flatMap { device in
            device.features.map { PageFeature(device: device, feature: $0) }
        }
        for wired in wiring.devices where !wired.references.isEmpty {
            let parts = wired.references.map { "\($0.kind.name) \($0.device.name)" }
            let places = features.indices.filter { parts.contains(features[$0].key) }
            for place in features.indices where features[place].key == "\(wired.kind.name) \(wired.name)" {
                features[place].parts = places
            }
        }
        for place in features.indices where features[place].feature.observe == nil {
            features[place].parts += features.indices.filter {
                $0 != place && features[$0].device === features[place].device && features[$0].feature.observe == nil
            }
        }
        self.features = features
        self.eventCount = eventCount
        self.didChange = didChange
        log = ValueLog(first: features.map { $0.feature.value() })
        for (place, feature) in features.enumerated() {
            guard let observe = feature.feature.observe else { continue }
            observations.append(
                observe { [unowned self] in
                    // An input comes before its event.
                    log.append(feature.feature.value(), of: place, after: self.eventCount())
                    self.didChange()
                })
        }
    }

    /// Records a change that a device has reported.
    func follow(_ change: DeviceChange) {
        if case .sound(let name?) = change.value {
            sounds += 1
            newestSounds = newestSounds.suffix(7) + [name]
        }
        let place = features.firstIndex {
            $0.device.name == change.name && $0.feature.name == change.feature && $0.kind == change.kind
        }
        if let place {
            let event = eventCount() - 1
            log.append(change.value, of: place, after: event)
            for part in features[place].parts { log.append(features[part].feature.value(), of: part, after: event) }
        }
        didChange()
    }

    /// The values now.
    var snapshot: Snapshot {
        Snapshot(
            values: features.map { ($0.feature.value(), $0.feature.share) }, sounds: sounds, newestSounds: newestSounds)
    }
}
