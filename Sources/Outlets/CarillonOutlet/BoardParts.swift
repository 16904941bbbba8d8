import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime

/// The parts that a board is about to be made of.
package struct BoardParts {
    /// The description of the board.
    package let description: BoardDescription
    /// The wiring as placed on the board.
    package let wiring: Wiring
    /// The queue that does the board's work.
    package let base: RealTimeQueue
    /// Whether an outlet needs the session of the board.
    package let needsSession: Bool
    /// The ways by which something reaches the program.
    package var inputs: BoardInputs

    package init(
        _ description: BoardDescription, wiring: Wiring, chip: any GPIOChip, queue: RealTimeQueue, needsSession: Bool
    ) {
        (self.description, self.wiring, self.needsSession) = (description, wiring, needsSession)
        (base, inputs) = (queue, BoardInputs(chip: chip, queue: queue))
    }
}
