import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// The replay of a session on a simulated board: the queue, the chip and the random numbers that the board uses.
package struct Replay {
    package let queue: ReplayQueue
    package let chip: ReplayChip
    package let random: RandomNumbers
    /// The inputs of the board, in place of its own.
    package var inputs: BoardInputs {
        BoardInputs(chip: chip, session: queue, random: random, memories: queue.session.memoryParts)
    }

    /// - Parameters:
    ///   - session: The session.
    ///   - chip: The simulated board's chip.
    ///   - time: A clock that has not passed the session's start.
    ///   - wiring: The wiring as placed on the simulated board. Its lines may have other names than in the recording.
    ///   - timeout: The longest wait, in real time, for work of the program's other threads.
    package init(
        _ session: Session, chip: SimulatedChip, time: VirtualTime, wiring: Wiring, timeout: Duration = .seconds(10)
    ) {
        queue = ReplayQueue(session, on: time, timeout: timeout)
        let numbers = Dictionary(session.header.inputs.enumerated().map { ($1, $0) }) { first, _ in first }
        let lines = wiring.inputs.compactMap { input in numbers[input.name].map { (input.line, $0) } }
        self.chip = ReplayChip(chip, numbers: Dictionary(lines) { first, _ in first }, queue: queue)
        random = RandomNumbers(seed: session.header.seed)
    }
}
