import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Glibc

/// Works a simulated board's inputs for as long as there is somebody to say how: a person at a keyboard, who also sees the
/// board, or a script on standard input.
final class SimulatedPlay: Sendable {
    /// How it ends.
    enum Ending: Sendable {
        /// The script is at its end: the sounds are to come to theirs.
        case scriptEnded
        /// The person has had enough.
        case quit
        /// The script names an input that there is not, or cannot be read.
        case failed(any Error)
    }

    private let input: StandardInput
    private let hand: SimulatedHand
    private let console: Console
    private let onEnd: @Sendable (Ending) -> Void
    private let keys: [(key: Character, act: SimulatedAct)]
    private let keyboard: Keyboard?
    /// Unsafe for the compiler only: `OnQueue` checks it.
    nonisolated(unsafe) private var script: OnQueue<Script>

    /// - Parameters:
    ///   - wiring: The parts.
    ///   - chip: The chip of their lines.
    ///   - queue: That of the chip.
    ///   - console: Shows the board to a person.
    ///   - onEnd: Called once, on the queue.
    init(
        wiring: Wiring, chip: SimulatedChip, queue: RealTimeQueue, console: Console,
        onEnd: @escaping @Sendable (Ending) -> Void
    ) {
        input = StandardInput(queue: queue)
        hand = SimulatedHand(chip: chip, queue: queue) { error in
            if let error { console.notice("\(error)", .error) } else { console.redraw() }
        }
        self.console = console
        self.onEnd = onEnd
        keys = SimulatedControls(wiring).keys
        keyboard = StandardInput.isTerminal && isatty(STDOUT_FILENO) == 1 ? Keyboard() : nil
        script = OnQueue(Script(wiring), on: queue)
        if keyboard != nil {
            console.draw(Panel(wiring: wiring, keys: keys) { name in chip.level(of: name) })
        }
    }

    /// Begins to listen. On the queue.
    func start() {
        keyboard == nil ? readScript() : readKeys()
    }

    /// Gives the terminal back. On the queue.
    func close() {
        console.draw(nil)
        keyboard?.restore()
    }

    private func readKeys() {
        input.next { [self] piece in
            guard case .bytes(let bytes) = piece else { return onEnd(.quit) }
            // What follows an escape is the name of a function key, not what a person has typed.
            for byte in bytes.prefix(while: { $0 != 0x1b }) {
                let key = Character(Unicode.Scalar(byte))
                let endOfTransmission: Character = "\u{4}"  // Ctrl-D
                if key == "q" || key == endOfTransmission { return onEnd(.quit) }
                if let act = keys.first(where: { $0.key == key })?.act, !hand.isBusy(with: act.control?.device ?? "") {
                    hand.perform(act)
                }
            }
            readKeys()
        }
    }

    /// Reads on only when all is done that has come, so that an endless script needs no endless memory.
    private func readScript() {
        input.next { [self] piece in
            switch piece {
            case .bytes(let bytes): script.value.take(bytes)
            case .end: script.value.end()
            case .failed(let failure): return onEnd(.failed(failure))
            }
            do throws(Script.Unusable) {
                while let act = try script.value.next() { hand.perform(act) }
            } catch {
                return hand.whenDone { [self] in onEnd(.failed(error)) }
            }
            hand.whenDone { [self] in
                if case .end = piece { onEnd(.scriptEnded) } else { readScript() }
            }
        }
    }
}
