import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// The recording of a board's session: the queue, the chip and the random numbers that the board uses instead of its own.
package struct Recording: Sendable {
    package let queue: RecordingQueue
    package let chip: RecordingChip
    package let random: RandomNumbers
    /// The inputs of the board, in place of its own.
    package var inputs: BoardInputs { BoardInputs(chip: chip, session: queue, random: random) }

    /// - Parameters:
    ///   - header: The header of the session.
    ///   - chip: The board's chip.
    ///   - queue: The board's queue.
    ///   - wiring: The wiring as placed on the board.
    ///   - record: Takes each entry, on the queue. It must not wait.
    package init(
        _ header: Session.Header, chip: any GPIOChip, queue: any Scheduler, wiring: Wiring,
        record: @escaping @Sendable (Session.Entry) -> Void
    ) {
        self.queue = RecordingQueue(queue, record: record)
        self.chip = RecordingChip(chip, lines: wiring.inputs.map(\.line), queue: self.queue)
        random = RandomNumbers(seed: header.seed)
    }
}

extension Session.Header {
    /// Creates the header of a session that begins now.
    ///
    /// - Parameters:
    ///   - wiring: The wiring.
    ///   - queue: The board's queue.
    package init(of wiring: Wiring, on queue: any Scheduler) {
        self.init()
        inputs = wiring.inputs.map(\.name)
        start = queue.now
        seed = .random(in: .min ... .max)
    }
}

extension Wiring {
    /// The input lines of all devices, in the order of the wiring, with names that do not depend on the board:
    /// `button plus`; for a device with several lines `encoder volume 1`, and so on.
    package var inputs: [(name: String, line: String)] {
        devices.flatMap { device -> [(name: String, line: String)] in
            let lines = device.wires.filter { $0.input != nil }.map(\.line.name)
            let name = "\(device.kind.name) \(device.name)"
            guard lines.count > 1 else { return lines.map { (name, $0) } }
            return lines.enumerated().map { ("\(name) \($0 + 1)", $1) }
        }
    }
}
