import MobiusCore

/// Times at which the box must not be updated.
extension Board {
    /// Returns a view that delays updates of the box while a restart would interrupt something, such as an alarm that rings.
    ///
    ///     controller.connectView(board.busy { $0.isRinging })
    ///
    /// A box that updates itself downloads the new version meanwhile, and installs it within a second after no view is busy
    /// any more. `make deploy` does not wait. The view creates and removes the file
    /// `busy` in the service's folder in `/run`, on a background thread. In a program that is no service, and on a bench, there
    /// is no file. Several views may be connected at a time, on different threads.
    ///
    /// - Parameter isBusy: Returns whether a model must not be interrupted. Called on the loop's thread.
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

    /// Delays updates for each model that is busy. A view that is disconnected is not busy.
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
