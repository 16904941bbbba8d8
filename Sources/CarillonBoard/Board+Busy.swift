import MobiusCore

/// Times at which the box must not be updated.
extension Board {
    /// Returns a view that delays updates of the box while a restart would interrupt the application, for example while an
    /// alarm rings.
    ///
    ///     controller.connectView(board.busy { $0.isRinging })
    ///
    /// A box that updates itself downloads the new version meanwhile, and installs it within a second after no view is busy any
    /// more. `make deploy` does not wait. The view creates and removes the file `busy` in the service's folder in `/run`, on a
    /// background thread. A program that does not run as a service, or runs on a bench, creates no file. Several views may be
    /// connected at a time, on different threads.
    ///
    /// - Parameter isBusy: Returns whether the box must not be updated while this model is the current one. Called on the
    ///   loop's thread.
    public func busy<Model>(while isBusy: @escaping @Sendable (Model) -> Bool) -> BusyView<Model> {
        BusyView(busyMark, isBusy)
    }

    /// The sign to the box that the program is busy.
    package var busyMark: BusyMark {
        attachments.object {
            BusyMark(in: stateFolder == .none ? nil : StateFolder.runtimeOfService) { [queue, didFail] error in
                queue.unrecorded.async { didFail(error) }
            }
        }
    }
}

/// A view that delays updates of the box; see ``Board/busy(while:)``.
public struct BusyView<Model>: Connectable, Sendable {
    private let mark: BusyMark
    private let isBusy: @Sendable (Model) -> Bool

    init(_ mark: BusyMark, _ isBusy: @escaping @Sendable (Model) -> Bool) { (self.mark, self.isBusy) = (mark, isBusy) }

    /// Connects the view: updates are delayed from a busy model until the next one that is not busy, or until the view is
    /// disconnected.
    public func connect(_ consumer: @escaping Consumer<Never>) -> Connection<Model> {
        var wasBusy = false
        func set(_ isBusy: Bool) {
            guard isBusy != wasBusy else { return }
            wasBusy = isBusy
            mark.count(isBusy ? 1 : -1)
        }
        return Connection(acceptClosure: { [isBusy] model in set(isBusy(model)) }, disposeClosure: { set(false) })
    }
}
