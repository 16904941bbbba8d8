import CLibrary
import CarillonScheduling
import MobiusCore
import Synchronization

/// Something that a store renders, and renders anew when what it has read has changed.
///
/// What it reads it mostly reads again, in the same order: then nothing is done but comparing.
///
/// Unchecked Sendable: touched on the store's queue only, but for `isActive`.
@usableFromInline
final class Rendering: Membership, @unchecked Sendable {
    /// Ended by whichever thread disposes it.
    let isActive = Atomic(true)
    /// The place among the store's renderings.
    @exclusivity(unchecked) @usableFromInline var place = 0
    /// Counts the runs of all renderings of the store; that of the present or last run of this one.
    @exclusivity(unchecked) private(set) var run = 0
    /// Whether something that it read has changed since.
    @exclusivity(unchecked) private(set) var isStale = false

    /// Unsafe for speed: the core holds all renderings that depend on a source, and ends them before it is freed.
    private unowned(unsafe) let store: StoreCore
    private let body: () -> Void
    /// What it has read, in order; those before `position` have been read again in the present run.
    @exclusivity(unchecked) private var readings: [Reading] = []
    @exclusivity(unchecked) private var position = 0

    init(in store: StoreCore, body: @escaping () -> Void) {
        self.store = store
        self.body = body
    }

    func render(run: Int) {
        self.run = run
        isStale = false
        position = 0
        Self.withCurrent(self, body)
        if !isActive.load(ordering: .relaxed) {
            forgetAll()
        } else if position < readings.count {
            forget(from: position)
        }
    }

    /// Is at reading `source`, for the first time in this run.
    func reads(_ source: Source) {
        if position < readings.count, readings[position].source !== source { forget(from: position) }
        if position == readings.count {
            let reading = Reading(of: source, by: self)
            readings.append(reading)
            source.add(reading)
        }
        position += 1
    }

    func sourceDidChange() {
        guard store.isCommitting else { refuseChange() }
        guard !isStale else { return }
        isStale = true
        store.note(stale: self)
    }

    /// A source was changed by what only reads.
    func refuseChange() -> Never {
        MobiusHooks.fail(
            "the state, a \(type(of: store.state)), is changed outside a commit: commit a mutation that does it")
    }

    /// Is not rendered any more. May be called from any thread.
    func end() {
        isActive.store(false, ordering: .relaxed)
    }

    /// Depends on nothing any more.
    func forgetAll() {
        forget(from: 0)
    }

    private func forget(from position: Int) {
        for reading in readings[position...] { reading.source.remove(reading) }
        readings.removeLast(readings.count - position)
        self.position = position
    }
}

// What a thread is rendering.
extension Rendering {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// What the calling thread is rendering, which lives as long as that; not retained, for the speed of it.
    @usableFromInline static var current: Unmanaged<Rendering>? {
        pthread_getspecific(key).map { Unmanaged.fromOpaque($0) }
    }

    /// Does `body` as a part of `rendering`, or of none: what it reads then does not matter.
    static func withCurrent(_ rendering: Rendering?, _ body: () -> Void) {
        let previous = pthread_getspecific(key)
        pthread_setspecific(key, rendering.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
        body()
        pthread_setspecific(key, previous)
    }
}
