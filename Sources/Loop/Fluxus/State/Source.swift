import CarillonScheduling
import MobiusCore

/// A part of the state that renderings read.
///
/// Used on the store's queue only, like the rest of the state.
@usableFromInline
class Source {
    @exclusivity(unchecked) private var readings = Members<Reading>()
    /// The number of the last run in which a rendering has read this source.
    @exclusivity(unchecked) private var lastRun = 0

    @usableFromInline
    init() {}

    /// Records that the calling thread reads this source. The thread's current rendering depends on it from now on.
    @inlinable
    final func noteRead() {
        Rendering.current?._withUnsafeGuaranteedRef { rendering in noteRead(by: rendering) }
    }

    /// Records a change of this source.
    @usableFromInline
    final func noteChange() {
        Rendering.current?.takeUnretainedValue().refuseChange()
        // By index, because a change only notes the renderings, and the readings stay as they are.
        for index in readings.slots.indices { readings.slots[index]?.rendering.sourceDidChange() }
    }

    @usableFromInline
    final func noteRead(by rendering: Rendering) {
        guard lastRun != rendering.run else { return }
        lastRun = rendering.run
        rendering.reads(self)
    }

    final func add(_ reading: Reading) {
        readings.add(reading)
    }

    final func remove(_ reading: Reading) {
        readings.remove(reading)
    }
}

/// The record that a rendering has read a source.
final class Reading: Membership {
    let source: Source
    let rendering: Rendering
    var index = 0

    init(of source: Source, by rendering: Rendering) {
        self.source = source
        self.rendering = rendering
    }
}
