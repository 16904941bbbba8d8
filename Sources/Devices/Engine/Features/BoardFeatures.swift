import CarillonScheduling
import MobiusCore

/// The features of a board: of its devices, of its loudspeaker and of its application.
///
/// Each has a number, by which its owner reports changes and outlets refer to it. Inputs and outputs report alike, the
/// LEDs of a number, too. Observers come and go at any time. While there is none, a report costs a branch.
///
/// May be read from any thread.
///
/// `@unchecked Sendable`: what is observed is accessed on the queue only.
package final class BoardFeatures: @unchecked Sendable {
    private let present = Locked<[BoardFeature]>([])
    private let observers: Listeners<Int>
    private let queue: any Scheduler
    // Unchecked: all accesses are on one thread, and no call is made during an access.
    /// Whether all features have had an observer.
    @exclusivity(unchecked) private var areAllObserved = false
    /// By number, whether a feature has had an observer of its own.
    @exclusivity(unchecked) private var isObserved: [Bool] = []

    /// - Parameter queue: The board's queue. What is observed is no input of a session.
    package init(on queue: any Scheduler) {
        self.queue = queue.unrecorded
        observers = Listeners(on: self.queue)
    }

    /// The features of the devices in the order of the wiring, then those of the board: the loudspeaker, its volumes, the
    /// player. Not those of the application.
    package var shown: [BoardFeature] {
        let present = present.withLock { $0 }
        return present.filter(\.isOfDevice) + present.filter(\.isOfBoard)
    }

    /// The features that the panel draws: the shown ones without those of the board that most boxes never change, such as a
    /// volume, and the application's values except for its buttons. A screen is drawn as its display. Queue only.
    package var drawn: [BoardFeature] {
        let shown = shown
        let values = values(besides: shown).filter { value in
            if case .press = value.value { false } else { !value.isScreen }
        }
        return shown.filter { $0.isOfDevice || $0.owner is Speaker } + values
    }

    /// Returns the values of the application that an outlet shows besides these features, in the order of their first use. A
    /// value that receives the commands for one of the features is left out. Queue only.
    package func values(besides shown: [BoardFeature]) -> [BoardFeature] {
        let values = ofApplication
        guard !values.isEmpty else { return [] }
        let receivers = shown.compactMap(receiver)
        return values.filter { value in !receivers.contains { $0 === value.owner } }
    }

    /// The owners of the board's own features, in the order of their first use: the loudspeaker, its volumes, the player.
    package var ofBoard: [any FeatureProviding] {
        present.withLock { $0 }.filter { $0.isOfBoard && $0.index == 0 }.map(\.owner)
    }

    /// The values of the application, in the order of their first use.
    package var ofApplication: [BoardFeature] {
        present.withLock { $0 }.filter(\.isOfApplication)
    }

    /// Returns the feature with a number.
    package subscript(number: Int) -> BoardFeature { present.withLock { $0[number] } }

    /// Returns the feature with a path, such as `led/lamp`; nil if there is none.
    package subscript(path: String) -> BoardFeature? {
        present.withLock { $0 }.first { $0.path.text == path }
    }

    /// Returns whether commands of a source for a feature can have an effect. Queue only.
    package func acceptsCommands(for feature: BoardFeature, from source: OutsideSource) -> Bool {
        let description = feature.feature
        return feature.allows(source)
            && (receiver(of: feature) != nil || (description.canBeSet && !description.isDriven))
    }

    /// Returns the value of the application that receives commands for a feature; nil if there is none. It has the name of the
    /// feature's owner and is of the same form, or is the owner. A progress, such as the position in a track, is no setting
    /// that the application receives. Queue only.
    package func receiver(of feature: BoardFeature) -> (any CommandReceiver)? {
        if let receiver = feature.owner as? any CommandReceiver { return receiver.acceptsCommands ? receiver : nil }
        guard feature.feature.canBeSet, !feature.feature.isProgress else { return nil }
        for other in ofApplication where other.owner.name == feature.owner.name {
            if let receiver = other.owner as? any CommandReceiver, receiver.acceptsCommands,
                other.value.isOfForm(of: feature.value), other.feature.options.isEmpty
            {
                return receiver
            }
        }
        return nil
    }

    /// The number of features so far.
    package var count: Int { present.withLock { $0.count } }

    // MARK: Owners

    /// Returns the observer for the owner that is added next.
    package func observer(didFail: @escaping @Sendable (any Error) -> Void = { _ in }) -> DeviceObserver {
        DeviceObserver(self, first: count, didFail: didFail)
    }

    /// Adds the features of an owner, which has the newest `observer(didFail:)`. Call on the queue.
    ///
    /// - Parameters:
    ///   - isPart: Whether the owner is a part of a device, such as an LED of a number.
    ///   - refused: The sources that the wiring does not let set the owner.
    package func add(_ owner: any FeatureProviding, isPart: Bool = false, refused: Set<OutsideSource> = []) {
        let first = count
        let new = owner.features.indices.map {
            BoardFeature(owner, $0, number: first + $0, isPart: isPart, refused: refused)
        }
        present.withLock { $0 += new }
    }

    /// Removes the newest features, those of devices that could not be used.
    package func remove(from count: Int) { present.withLock { $0.removeSubrange(count...) } }

    // MARK: Changes

    /// Calls a handler on the queue with the number of each feature that has changed, until the returned disposable is
    /// disposed. An input changes before its event. May be called from any thread.
    ///
    /// - Parameter numbers: The features that the handler needs, so that the others cost nothing; nil for all. It is called
    ///   for others, too, if they have observers.
    package func observe(_ numbers: [Int]? = nil, _ handler: @escaping @Sendable (Int) -> Void) -> any Disposable {
        queue.perform {
            guard let numbers else {
                areAllObserved = true
                return
            }
            let count = (numbers.max() ?? -1) + 1
            if count > isObserved.count { isObserved += Array(repeating: false, count: count - isObserved.count) }
            for number in numbers { isObserved[number] = true }
        }
        return observers.add(handler)
    }

    /// Calls a handler on the queue with each change that a user at the box can see or hear, until the returned disposable
    /// is disposed. May be called from any thread.
    ///
    /// - Parameter includesValues: Whether the handler is also called with each change of a value of the application that stands
    ///   for no output, except for screens, which their displays show.
    package func observeVisible(
        includingValues includesValues: Bool = false, _ handler: @escaping @Sendable (DeviceChange) -> Void
    ) -> any Disposable {
        observe { [self] number in
            let feature = self[number]
            if feature.isVisible
                || (includesValues && feature.isOfApplication && !feature.isScreen
                    && values(besides: shown).contains { $0.number == number })
            {
                handler(feature.change)
            }
        }
    }

    /// Reports a change to the observers.
    @inline(__always)
    func changed(_ number: Int) {
        if areAllObserved || (number < isObserved.count && isObserved[number]) { observers.notify(number) }
    }
}
