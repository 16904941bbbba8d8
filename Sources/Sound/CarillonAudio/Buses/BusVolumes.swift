import Synchronization

/// The volumes of an engine, which any thread sets and the mixers read.
///
/// A volume is one atomic word, so that the newest is heard however often a knob is turned, and a mixer neither waits nor
/// has a queue that could be full.
final class BusVolumes: Sendable {
    /// A volume as one word: the percentage as a `Double`, which is negative if the volume is muted.
    private final class Cell: Sendable {
        static let mute: UInt64 = 1 << 63

        let word = Atomic(Double(100).bitPattern)

        var volume: Volume { .percent(Double(bitPattern: word.load(ordering: .relaxed) & ~Self.mute)) }
        var isMuted: Bool { word.load(ordering: .relaxed) & Self.mute != 0 }

        /// The factor of the samples; 0 while muted.
        var factor: Float { Volume.percent(Double(bitPattern: word.load(ordering: .relaxed))).amplitude }
    }

    private let buses = AudioBus.allCases.map { _ in Cell() }
    private let main = Cell()
    private let limit = Cell()
    private let changes = Atomic(0)

    // MARK: Any thread

    /// The volume of a bus; nil for the main volume.
    func volume(of bus: AudioBus?) -> Volume { cell(of: bus).volume }

    func isMuted(_ bus: AudioBus?) -> Bool { cell(of: bus).isMuted }

    /// Sets a volume, and leaves it muted if it is.
    func set(_ bus: AudioBus?, to volume: Volume) {
        let cell = cell(of: bus)
        var word = cell.word.load(ordering: .relaxed)
        while true {
            let (isExchanged, original) = cell.word.weakCompareExchange(
                expected: word, desired: word & Cell.mute | volume.percent.bitPattern, ordering: .relaxed)
            if isExchanged { break }
            word = original
        }
        changes.add(1, ordering: .releasing)
    }

    func setMuted(_ bus: AudioBus?, _ isMuted: Bool) {
        let cell = cell(of: bus)
        if isMuted {
            cell.word.bitwiseOr(Cell.mute, ordering: .relaxed)
        } else {
            cell.word.bitwiseAnd(~Cell.mute, ordering: .relaxed)
        }
        changes.add(1, ordering: .releasing)
    }

    /// The volume that the sum of all buses is scaled by.
    var volumeOfSum: Volume { limit.volume }

    /// Sets the volume that the sum of all buses is scaled by.
    func setLimit(_ volume: Volume) {
        limit.word.store(volume.percent.bitPattern, ordering: .relaxed)
        changes.add(1, ordering: .releasing)
    }

    // MARK: Rendering threads

    /// Calls `body` if a volume has changed since `last`, which becomes the count of changes.
    @inline(__always)
    func take(since last: inout Int, _ body: () -> Void) {
        let count = changes.load(ordering: .acquiring)
        guard count != last else { return }
        last = count
        body()
    }

    /// The factor of a bus; 0 if it is muted.
    func factor(of bus: AudioBus) -> Float { buses[bus.index].factor }

    /// The factor of the whole; 0 if it is muted.
    var mainFactor: Float { main.factor }

    /// The factor that nothing exceeds.
    var limitFactor: Float { limit.factor }

    private func cell(of bus: AudioBus?) -> Cell { bus.map { buses[$0.index] } ?? main }
}
