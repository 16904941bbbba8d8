import CLibrary
import CarillonScheduling
import MobiusCore
import Synchronization

/// A function that a store runs again whenever a property that it has read changes.
///
/// Usually it reads the same properties again in the same order. Then the store only compares them.
///
/// Unchecked Sendable: used on the store's queue only, except for `isActive`.
@usableFromInline
final class Rendering: Membership, @unchecked Sendable {
    /// Set to false by the thread that disposes the rendering, which may be any.
    let isActive = Atomic(true)
    /// The index among the store's renderings.
    @exclusivity(unchecked) @usableFromInline var index = 0
    /// The number of this rendering's current or last run, in the count of all the store's runs.
    @exclusivity(unchecked) private(set) var run = 0
    /// Whether a property that it has read has changed since.
    @exclusivity(unchecked) private(set) var isStale = false

    /// Unsafe for speed: the core holds all renderings that depend on a source, and ends them before it is freed.
    private unowned(unsafe) let store: StoreCore
    private let body: () -> Void
    /// The sources that it has read, in order; those before `position` have been read again in the current run.
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

    /// Records the first reading of `source` in this run.
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

    /// Reports that the state was changed outside a commit.
    func refuseChange() -> Never {
        MobiusHooks.fail(
            "the state, a \(type(of: store.state)), was changed outside of a commit; commit a mutation instead")
    }

    /// Ends the rendering. May be called from any thread.
    func end() {
        isActive.store(false, ordering: .relaxed)
    }

    /// Removes all dependencies.
    func forgetAll() {
        forget(from: 0)
    }

    private func forget(from position: Int) {
        for reading in readings[position...] { reading.source.remove(reading) }
        readings.removeLast(readings.count - position)
        self.position = position
    }
}

// The current rendering of each thread.
extension Rendering {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// The calling thread's current rendering. Not retained, for speed: it lives at least as long as it is current.
    @usableFromInline static var current: Unmanaged<Rendering>? {
        pthread_getspecific(key).map { Unmanaged.fromOpaque($0) }
    }

    /// Calls `body` as a part of `rendering`. With nil, no rendering depends on the properties that `body` reads.
    static func withCurrent(_ rendering: Rendering?, _ body: () -> Void) {
        let previous = pthread_getspecific(key)
        pthread_setspecific(key, rendering.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
        body()
        pthread_setspecific(key, previous)
    }
}
