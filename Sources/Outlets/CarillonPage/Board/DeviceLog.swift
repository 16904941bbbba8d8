import CarillonBoard
import CarillonDevices
import MobiusCore

extension BoardFeature {
    /// The device's key on the page: `button plus`.
    var key: String { "\(kind.name) \(owner.name)" }
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

    /// The features on the page.
    let features: [BoardFeature]
    private(set) var log: ValueLog
    private let areInputs: [Bool]
    private let areProgress: [Bool]
    /// The indexes of the features by their numbers on the board.
    private let indexes: [Int?]
    private let eventCount: () -> Int
    private let didChange: @Sendable () -> Void
    private var sounds = 0
    private var newestSounds: [SoundName] = []
    private var observation: (any Disposable)?

    /// Starts to follow the devices. Call on the board's queue.
    ///
    /// - Parameters:
    ///   - board: The features of the board.
    ///   - eventCount: Returns the number of events so far.
    ///   - didChange: Called on the board's queue after each change.
    init(_ board: BoardFeatures, eventCount: @escaping () -> Int, didChange: @escaping @Sendable () -> Void) {
        let features = board.shown + board.values(besides: board.shown)
        self.features = features
        self.eventCount = eventCount
        self.didChange = didChange
        areInputs = features.map(\.feature.isInput)
        areProgress = features.map(\.feature.isProgress)
        indexes = (0..<board.count).map { number in features.firstIndex { $0.number == number } }
        log = ValueLog(first: features.map(\.value))
        observation = board.observe { [unowned self] in follow($0) }
    }

    /// Stops following the devices.
    func close() { observation?.dispose() }

    private func follow(_ number: Int) {
        if number < indexes.count, let index = indexes[number] {
            let feature = features[index]
            if case .sound(let name?) = feature.value {
                sounds += 1
                newestSounds = newestSounds.suffix(7) + [name]
            }
            // An input comes before its event, an output after it.
            let event = eventCount() - (areInputs[index] ? 0 : 1)
            // The picture of a display changes with its text.
            for index in index - feature.index..<features.count where features[index].owner === feature.owner {
                log.append(features[index].value, of: index, after: event)
            }
        }
        didChange()
    }

    /// Whether a value goes on by itself now, without a report: that of a feature whose owner's main feature is on.
    func isAdvancing(_ snapshot: Snapshot) -> Bool {
        features.indices.contains { index in
            let main = index - features[index].index
            return areProgress[index] && snapshot.values[main].share ?? 0 > 0
        }
    }

    /// The values now.
    var snapshot: Snapshot {
        Snapshot(
            values: features.map { ($0.value, $0.share) }, sounds: sounds, newestSounds: newestSounds)
    }
}
