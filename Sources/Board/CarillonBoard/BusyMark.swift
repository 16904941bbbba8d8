import CLibrary
import CarillonScheduling
import Dispatch
import MobiusCore
import Synchronization

/// The file by which a program delays updates of its box. It exists while a view is busy.
///
/// systemd removes the folder with the file when the service ends, also after a crash. May be used from any thread.
package final class BusyMark: Attachment {
    /// The file of the mark cannot be created or removed.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let path: String
        package let isBusy: Bool
        package let reason: String

        /// The failure, and its effect.
        package var description: String {
            "cannot \(isBusy ? "create" : "remove") \"\(path)\": \(reason); updates \(isBusy ? "do not wait" : "keep waiting")"
        }
    }

    private let path: String?
    private let didFail: @Sendable (Failure) -> Void
    private let views = Atomic(0)
    private let files = DispatchQueue(label: "carillon-busy", qos: .utility)

    /// - Parameters:
    ///   - folder: The folder of the file; nil for no file.
    ///   - didFail: Called on a background thread.
    package init(in folder: String?, didFail: @escaping @Sendable (Failure) -> Void) {
        path = folder.map { "\($0)/busy" }
        self.didFail = didFail
    }

    /// Whether a view is busy.
    package var isBusy: Bool { views.load(ordering: .relaxed) > 0 }

    /// Adds to the number of busy views. Does not wait.
    func count(_ change: Int) {
        let (old, new) = views.add(change, ordering: .relaxed)
        guard old == 0 || new == 0, let path else { return }
        // The newest state, because the work of two threads may be queued in another order than they have counted.
        files.async { [self] in write(isBusy, path) }
    }

    /// Waits until the file has the state. For tests.
    package func flush() { files.sync {} }

    private func write(_ isBusy: Bool, _ path: String) {
        if isBusy {
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
            guard file >= 0 else { return fail(path, isBusy) }
            _ = CLibrary.close(file)
        } else if unlink(path) != 0, errno != ENOENT {
            fail(path, isBusy)
        }
    }

    private func fail(_ path: String, _ isBusy: Bool) {
        didFail(Failure(path: path, isBusy: isBusy, reason: String(cString: strerror(errno))))
    }
}

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
