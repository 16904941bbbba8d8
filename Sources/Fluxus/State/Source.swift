import CarillonScheduling
import MobiusCore

/// Something in the state that is read by what a store renders.
///
/// Touched on the store's queue only, like the state that it is part of.
@usableFromInline
class Source {
    @exclusivity(unchecked) private var readings = Members<Reading>()
    /// The last run of a rendering that has read this.
    @exclusivity(unchecked) private var lastRun = 0

    @usableFromInline
    init() {}

    /// The calling thread reads this: what it is rendering depends on it from now on.
    @inlinable
    final func noteRead() {
        Rendering.current?._withUnsafeGuaranteedRef { rendering in noteRead(by: rendering) }
    }

    /// This has changed.
    @usableFromInline
    final func noteChange() {
        Rendering.current?.takeUnretainedValue().refuseChange()
        for reading in readings.places { reading?.rendering.sourceDidChange() }
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

/// That a rendering has read a source.
final class Reading: Membership {
    let source: Source
    let rendering: Rendering
    var place = 0

    init(of source: Source, by rendering: Rendering) {
        self.source = source
        self.rendering = rendering
    }
}
