import CarillonDevices
import MobiusCore

/// A connection from a running board to the outside, such as a page in a browser.
///
/// A program has the outlets of a list, and creates those that its command line or its wiring requests. It calls the
/// members in the order of their declarations, each of them for one outlet after the other.
package protocol Outlet: AnyObject, Sendable {
    /// The outlet's command-line options.
    static var options: [ProgramOption] { get }

    /// Checks the outlet's setting in a wiring. Does nothing by default.
    static func check(_ wiring: Wiring) throws(DescriptionError)

    /// Runs instead of the program in a process that the outlet has started for itself, and does not return there. Call on
    /// the main thread, before any other thread exists. Does nothing by default.
    static func runOwnProcess()

    /// Creates the outlet if the program wants it. The board has not been opened.
    init?(_ program: Program) throws

    /// Whether the outlet needs the session of the board: it is then kept, at least in a temporary file. False by default.
    var needsSession: Bool { get }

    /// Replaces parts that the board is about to be made of. Does nothing by default.
    func prepare(_ parts: inout BoardParts) throws

    /// Connects a board and its loop, which has not been started.
    func open<Model, Event, Effect>(
        _ opened: OpenedBoard, _ controller: MobiusController<Model, Event, Effect>) throws

    /// Begins what needs a loop that has been started. Does nothing by default.
    func start() throws

    /// Takes and sends nothing more. Called on the board's queue, while the loop is still running.
    func close()

    /// Waits for what must be complete before the program ends. Called on the board's queue, after the loop has been
    /// stopped and all outputs are safe. Does nothing by default.
    func finish()

    /// Ends an outlet of a program that cannot start. Does nothing by default.
    func abandon()
}

extension Outlet {
    package static func check(_ wiring: Wiring) throws(DescriptionError) {}
    package static func runOwnProcess() {}
    package var needsSession: Bool { false }
    package func prepare(_ parts: inout BoardParts) throws {}
    package func start() throws {}
    package func finish() {}
    package func abandon() {}
}

/// An error of an outlet.
package protocol OutletError: Error {
    /// Whether the system has failed; false if the user can correct the error.
    var isFailureOfSystem: Bool { get }
}
