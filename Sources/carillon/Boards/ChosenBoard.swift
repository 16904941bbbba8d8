import CarillonAppliance
import CarillonBoard

/// The board that a command is about.
enum ChosenBoard {
    /// The one called `name`.
    ///
    /// - Throws: `Unusable` if there is none, or its file is broken.
    static func named(_ name: String) throws -> BoardDescription {
        do {
            return try .named(name)
        } catch {
            throw Unusable.input("\(error)")
        }
    }

    /// The one that this machine is, or else the simulated one.
    static var this: BoardDescription {
        get throws {
            let (board, faults) = BoardDescription.detect()
            for fault in faults { Tool.notice("\(fault)") }
            return try board ?? named("simulated")
        }
    }
}
