import CarillonAppliance
import CarillonBoard

/// The board that a command uses.
enum ChosenBoard {
    /// Returns the board called `name`.
    ///
    /// - Throws: `UsageError` if there is no such board, or its file has a fault.
    static func named(_ name: String) throws -> BoardDescription {
        try checkingInput { try .named(name) }
    }

    /// The board of this machine; the simulated board if it is unknown.
    static var this: BoardDescription {
        get throws {
            let (board, faults) = BoardDescription.detect()
            for fault in faults { Tool.notice("\(fault)") }
            return try board ?? named("simulated")
        }
    }
}
