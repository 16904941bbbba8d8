import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonOutlet
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
    /// The line of a script that the user types on the panel after a colon; nil while keys operate controls.
    private let line: OnQueue<[UInt8]?>

    /// - Parameters:
    ///   - board: The board, whose loop is running.
    ///   - wiring: The devices.
    ///   - chip: The chip of their lines.
    ///   - clock: The board's clock.
    ///   - queue: The chip's queue.
    ///   - console: Shows the panel.
    ///   - commands: Keeps the actions; nil keeps none.
    ///   - onEnd: Called once, on the queue.
    init(
        board: Board, wiring: Wiring, chip: SimulatedChip, clock: MachineClock, queue: RealTimeQueue,
        console: Console, commands: CommandLog?, onEnd: @escaping @Sendable (Ending) -> Void
    ) {
        input = StandardInput(queue: queue)
        let zone = wiring.clock.zone
        user = SimulatedUser(
            chip: chip, queue: queue, setClock: { _ = clock.set(to: $0, zone: zone) },
            command: { feature, text, then in
                board.command(feature, text, from: .page) { fault in
                    let line = "\(feature.path.text): \(text)"
                    commands?.add(.script, line, refusal: fault.map { "\($0)" }, isReported: false)
                    then(fault)
                }
            },
            didMove: { error in
                if let error { console.report(error, .error, at: queue.now) } else { console.redraw() }
            })
        self.console = console
        self.commands = commands
        self.onEnd = onEnd
        let controls = SimulatedControls(wiring)
        keys = controls.keys
        keyboard = StandardInput.isTerminal && isatty(STDOUT_FILENO) == 1 ? Keyboard() : nil
        script = OnQueue(Script(wiring, values: board.features.ofApplication), on: queue)
        line = OnQueue(nil, on: queue)
        if keyboard != nil {
            console.draw(Panel(controls: controls, features: board.features.drawn) { name in chip.level(of: name) })
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
                guard line.value == nil else {
                    type(byte)
                    continue
                }
                let key = Character(Unicode.Scalar(byte))
                let endOfTransmission: Character = "\u{4}"  // Ctrl-D
                if key == "q" || key == endOfTransmission { return onEnd(.quit) }
                if let action = keys.first(where: { $0.key == key })?.action {
                    if !user.isBusy(with: action.control?.device ?? "") { perform(action, from: .panel) }
                } else if key == ":" {
                    show(line: [])
                }
            }
            if bytes.contains(0x1b) { show(line: nil) }
            readKeys()
        }
    }

    /// Takes a byte of the line that the user types. Its end performs the line, as one of a script.
    private func type(_ byte: UInt8) {
        var bytes = line.value ?? []
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            show(line: nil)
            script.value.take((bytes + [UInt8(ascii: "\n")])[...])
            do throws(UsageError) {
                while let action = try script.value.next() { perform(action, from: .panel) }
            } catch {
                console.notice("\(error)", .error)
            }
            return
        case 0x08, 0x7F: bytes = Array(String(decoding: bytes, as: UTF8.self).dropLast().utf8)
        case 0x20...: if bytes.count < 200 { bytes.append(byte) }
        default: return
        }
        show(line: bytes)
    }

    private func show(line bytes: [UInt8]?) {
        line.value = bytes
        console.type(bytes.map { String(decoding: $0, as: UTF8.self) })
    }

    /// - Parameter didFail: Called with the error of this action; nil shows it as a notice.
    private func perform(
        _ action: SimulatedAction, from source: CommandLog.Source, didFail: (@Sendable (any Error) -> Void)? = nil
    ) {
        if let control = action.control {
            commands?.add(source, "\(control.kind.name) \(control.device)", isReported: false)
        }
        user.perform(action, didFail: didFail)
    }

    /// Performs an action of the script, which ends with the first one that fails.
    private func perform(_ action: SimulatedAction) {
        let line = script.value.lineNumber
        perform(action, from: .script) { [self] reason in
            onEnd(.failed(script.value.error(reason, of: action, line: line)))
        }
    }

    /// Reads on only after all actions read so far are done, so that an endless script uses limited memory.
    private func readScript() {
        input.next { [self] piece in
            switch piece {
            case .bytes(let bytes): script.value.take(bytes)
            case .end: script.value.end()
            case .failed(let failure): return onEnd(.failed(failure))
            }
            do throws(UsageError) {
                while let action = try script.value.next() { perform(action) }
            } catch {
                return user.whenDone { [self] in onEnd(.failed(error)) }
            }
            user.whenDone { [self] in
                if case .end = piece { onEnd(.scriptEnded) } else { readScript() }
            }
        }
    }
}
