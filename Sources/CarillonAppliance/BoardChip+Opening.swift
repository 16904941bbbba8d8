import CarillonBoard
import CarillonGPIO
import CarillonRealTime
import LinuxGPIO

extension BoardChip {
    /// Opens the chips of `board`.
    ///
    /// - Parameters:
    ///   - consumer: The name that the kernel shows for the lines in use.
    ///   - queue: The queue for edge events and for access to the lines.
    /// - Throws: `GPIOError.noChip` or `.noPermission`.
    package convenience init(
        opening board: BoardDescription, consumer: String, queue: RealTimeQueue
    ) throws(GPIOError) {
        var chips: [any GPIOChip] = []
        for label in board.chipLabels {
            chips.append(try GPIODChip(label: label, consumer: consumer, queue: queue))
        }
        self.init(board, chips: chips)
    }
}
