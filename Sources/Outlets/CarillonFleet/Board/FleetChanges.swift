import CarillonDevices
import CarillonScheduling

/// The changes on their way from the board's queue to the fleet's.
///
/// The board never waits: it marks what has changed, and passes on the newest values after its present work. While the
/// fleet is busy, changes gather here, at most one value for each feature and a limited number of gestures.
///
/// Unchecked Sendable: used on the board's queue only.
final class FleetChanges: @unchecked Sendable {
    /// Changes of the board since the last batch.
    struct Batch: Sendable {
        var states: [(entry: Int, value: Feature.Value)] = []
        var gestures: [(entry: Int, gesture: Feature.Gesture, time: Duration)] = []
        /// The number of gestures that were dropped.
        var dropped = 0
    }

    /// The features of a display. A display reports only the one that it shows, and the others change with it.
    private struct Screen {
        let picture: Int
        let others: [Int]
        var throttle: PictureThrottle
    }

    private static let mostGestures = 256

    /// The board's queue.
    private let board: any Scheduler
    /// The same queue for work that is not an input of a session.
    private let queue: any Scheduler
    /// The features, in the order of their entries.
    private let targets: [BoardFeature]
    private let deliver: @Sendable (Batch) -> Void
    private var isChanged: [Bool]
    /// The changes that have gathered since the last batch, without the states.
    private var gathered = Batch()
    /// Whether a batch is on its way to the fleet.
    private var isBusy = false
    private var observations: [any Disposable] = []
    private var screens: [Screen]

    /// Starts to observe the features. Call on the board's queue, in `withoutRecording`.
    ///
    /// - Parameters:
    ///   - targets: The features, in the order of their entries.
    ///   - features: The features of the board.
    ///   - board: The board's queue.
    ///   - deliver: Called on the board's queue with a batch. No other follows before `taken()`, except that of `close()`.
    init(
        _ targets: [BoardFeature], of features: BoardFeatures, on board: any Scheduler,
        deliver: @escaping @Sendable (Batch) -> Void
    ) {
        (self.board, queue) = (board, board.unrecorded)
        self.targets = targets
        self.deliver = deliver
        isChanged = targets.map { _ in false }
        let now = board.unrecorded.now
        screens = targets.indices.filter { targets[$0].value.picture != nil }.map { picture in
            let others = targets.indices.filter { $0 != picture && targets[$0].owner === targets[picture].owner }
            return Screen(picture: picture, others: others, throttle: PictureThrottle(at: now))
        }
        // A press is shown by its gestures alone, and is not observed, because the LED that it lights waits.
        let observed = targets.indices.filter { entry in
            if case .press = targets[entry].value { false } else { true }
        }
        let numbers = observed.map { targets[$0].number }
        observations =
            targets.enumerated().compactMap { entry, target in
                target.observeGestures { [weak self] in self?.happened($0, on: entry) }
            } + [
                features.observe(numbers) { [weak self] number in
                    if let index = numbers.firstIndex(of: number) { self?.changed(observed[index]) }
                }
            ]
    }

    /// The present values of all entries.
    var values: [(entry: Int, value: Feature.Value)] { targets.enumerated().map { ($0, $1.value) } }

    /// Passes on what has gathered since the last batch was delivered.
    func taken() {
        isBusy = false
        if hasGathered { schedule() }
    }

    /// Ends the observation of the features, and passes on what has gathered. Call on the board's queue.
    func close() {
        for observation in observations { observation.dispose() }
        observations = []
        if hasGathered || screens.contains(where: { $0.throttle.wakeUp != nil }) {
            board.withoutRecording { flush(isLast: true) }
        }
        screens = []
    }

    private var hasGathered: Bool {
        !gathered.gestures.isEmpty || gathered.dropped > 0 || isChanged.contains(true)
            || screens.contains { $0.throttle.wakeUp.map { $0 <= queue.now } ?? false }
    }

    private func changed(_ entry: Int) {
        queue.assertCurrent()
        isChanged[entry] = true
        schedule()
    }

    private func happened(_ gesture: Feature.Gesture, on entry: Int) {
        queue.assertCurrent()
        gathered.gestures.append((entry, gesture, board.now))
        if gathered.gestures.count > Self.mostGestures {
            gathered.gestures.removeFirst()
            gathered.dropped += 1
        }
        schedule()
    }

    private func schedule() {
        guard !isBusy else { return }
        isBusy = true
        // After the present work, so that an LED does not wait for the fleet.
        queue.async { [self] in board.withoutRecording { flush() } }
    }

    private func flush(isLast: Bool = false) {
        for index in screens.indices { markScreen(index, isLast: isLast) }
        guard hasGathered else {
            isBusy = false
            return
        }
        var batch = gathered
        gathered = Batch()
        for entry in isChanged.indices where isChanged[entry] {
            isChanged[entry] = false
            batch.states.append((entry, targets[entry].value))
        }
        deliver(batch)
    }

    /// Marks the features of a display that has changed, but its picture only when it is due.
    private func markScreen(_ index: Int, isLast: Bool) {
        let (picture, others) = (screens[index].picture, screens[index].others)
        var areAllChanged = false
        if isChanged[picture] || others.contains(where: { isChanged[$0] }), screens[index].throttle.changed() {
            areAllChanged = true
            if let wakeUp = screens[index].throttle.wakeUp {
                _ = queue.schedule(at: wakeUp) { [weak self] in self?.schedule() }
            }
        }
        let isDue = screens[index].throttle.take(at: queue.now, isLast: isLast)
        isChanged[picture] = isDue
        if isDue || areAllChanged { for other in others { isChanged[other] = true } }
    }
}
