import CLibrary
import CarillonScheduling
import Dispatch
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
