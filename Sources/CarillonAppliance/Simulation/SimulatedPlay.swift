import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Glibc

/// Operates a simulated board's inputs: from the keyboard, with a panel that shows the board, or from a script on
/// standard input.
final class SimulatedPlay: Sendable {
    /// The reason why it ends.
    enum Ending: Sendable {
        /// The script has ended. Sounds play to their end.
        case scriptEnded
        /// The user quits.
        case quit
        /// The script names an unknown input, or cannot be read.
        case failed(any Error)
    }

    private let input: StandardInput
    private let user: SimulatedUser
    private let console: Console
    private let commands: CommandLog?
    private let onEnd: @Sendable (Ending) -> Void
    private let keys: [(key: Character, action: SimulatedAction)]
    private let keyboard: Keyboard?
    private let script: OnQueue<Script>

    /// - Parameters:
    ///   - wiring: The devices.
    ///   - features: The features to show.
    ///   - chip: The chip of their lines.
    ///   - queue: The chip's queue.
    ///   - console: Shows the panel.
    ///   - commands: Keeps the actions; nil keeps none.
    ///   - onEnd: Called once, on the queue.
    init(
        wiring: Wiring, features: [BoardFeature], chip: SimulatedChip, queue: RealTimeQueue, console: Console,
        commands: CommandLog?, onEnd: @escaping @Sendable (Ending) -> Void
    ) {
        input = StandardInput(queue: queue)
        user = SimulatedUser(chip: chip, queue: queue) { error in
            if let error { console.notice("\(error)", .error) } else { console.redraw() }
        }
        self.console = console
        self.commands = commands
        self.onEnd = onEnd
        let controls = SimulatedControls(wiring)
        keys = controls.keys
        keyboard = StandardInput.isTerminal && isatty(STDOUT_FILENO) == 1 ? Keyboard() : nil
        script = OnQueue(Script(wiring), on: queue)
        if keyboard != nil {
            console.draw(Panel(controls: controls, features: features) { name in chip.level(of: name) })
        }
    }

    /// Starts reading input. Queue only.
    func start() {
        keyboard == nil ? readScript() : readKeys()
    }

    /// Removes the panel and restores the terminal. Queue only.
    func close() {
        console.draw(nil)
        keyboard?.restore()
    }

    private func readKeys() {
        input.next { [self] piece in
            guard case .bytes(let bytes) = piece else { return onEnd(.quit) }
            // The bytes after an escape are the code of a function key, not typed text.
            for byte in bytes.prefix(while: { $0 != 0x1b }) {
                let key = Character(Unicode.Scalar(byte))
                let endOfTransmission: Character = "\u{4}"  // Ctrl-D
                if key == "q" || key == endOfTransmission { return onEnd(.quit) }
                if let action = keys.first(where: { $0.key == key })?.action,
                    !user.isBusy(with: action.control?.device ?? "")
                {
                    perform(action, from: .panel)
                }
            }
            readKeys()
        }
    }

    private func perform(_ action: SimulatedAction, from source: CommandLog.Source) {
        if let control = action.control {
            commands?.add(source, "\(control.kind.name) \(control.device)", isReported: false)
        }
        user.perform(action)
    }

    /// Reads on only after all actions read so far are done, so that an endless script uses limited memory.
    private func readScript() {
        input.next { [self] piece in
            switch piece {
            case .bytes(let bytes): script.value.take(bytes)
            case .end: script.value.end()
            case .failed(let failure): return onEnd(.failed(failure))
            }
            do throws(Script.UsageError) {
                while let action = try script.value.next() { perform(action, from: .script) }
            } catch {
                return user.whenDone { [self] in onEnd(.failed(error)) }
            }
            user.whenDone { [self] in
                if case .end = piece { onEnd(.scriptEnded) } else { readScript() }
            }
        }
    }
}
