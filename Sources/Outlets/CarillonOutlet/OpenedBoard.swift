import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime

/// A board that has been opened on this machine.
package struct OpenedBoard: Sendable {
    package let board: Board
    /// The wiring as placed on the board.
    package let wiring: Wiring
    /// The board's queue, with its concrete type: work on it is no part of a session.
    package let queue: RealTimeQueue
    /// The chip of a simulated board.
    package let simulatedChip: SimulatedChip?

    package init(_ board: Board, wiring: Wiring, queue: RealTimeQueue, simulatedChip: SimulatedChip?) {
        (self.board, self.wiring, self.queue, self.simulatedChip) = (board, wiring, queue, simulatedChip)
    }
}

/// The session of a board that is being recorded, for other outlets.
package final class OpenSession: Attachment {
    /// The path of its file; nil if it ends with the program.
    package let path: String?
    /// Returns the session so far, as the bytes of a file. Reads the disk, so do not call it on the board's queue.
    package let contents: @Sendable () throws -> [UInt8]

    package init(path: String?, contents: @escaping @Sendable () throws -> [UInt8]) {
        (self.path, self.contents) = (path, contents)
    }
}

/// The address at which other machines reach the board, for other outlets.
package final class BoardAddress: Attachment {
    package let url: String

    package init(url: String) { self.url = url }
}
