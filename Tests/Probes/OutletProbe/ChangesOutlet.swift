import CarillonOutlet
import Dispatch
import Glibc
import MobiusCore

/// An outlet that prints each change of a device as a line of JSON.
final class ChangesOutlet: Outlet {
    static let options = [ProgramOption("changes", help: "print each change of a device as a line of JSON")]

    /// The board's queue does not wait for standard output.
    private let queue = DispatchQueue(label: "changes")

    init?(_ program: Program) { guard program.options.has("changes") else { return nil } }

    func open<Model, Event, Effect>(
        _ opened: OpenedBoard, _ controller: MobiusController<Model, Event, Effect>
    ) {
        _ = opened.board.features.observeVisible { [queue] change in
            queue.async {
                print(ChangeLine(change).text)
                fflush(nil)
            }
        }
    }

    func close() {}

    /// Waits until the last line has been printed.
    func finish() { queue.sync {} }
}
