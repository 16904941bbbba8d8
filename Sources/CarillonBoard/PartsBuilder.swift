import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// Makes the parts of a wiring. Used on the queue.
struct PartsBuilder {
    /// The kernel takes so many lines in a request (`GPIO_V2_LINES_MAX` in `linux/gpio.h`).
    private static let mostOutputs = 64

    private let board: BoardDescription
    private let chip: any GPIOChip
    private let queue: any Scheduler
    private let observer: PartObserver
    /// What has been made so far.
    private var parts = Parts()

    init(board: BoardDescription, chip: any GPIOChip, queue: any Scheduler, observer: PartObserver) {
        self.board = board
        self.chip = chip
        self.queue = queue
        self.observer = observer
    }

    /// Makes all parts of `wiring`, or none: what has been made when one cannot be had is given back.
    mutating func build(_ wiring: Wiring) throws -> Parts {
        do {
            try buildOutputs(wiring)
            try buildInputs(wiring)
            return parts
        } catch {
            parts.close()
            throw error
        }
    }

    // MARK: Outputs

    private mutating func buildOutputs(_ wiring: Wiring) throws {
        let pwmOutputs = wiring.pwmOutputs(on: board)
        let lines = wiring.outputLines(on: board)
        guard !pwmOutputs.isEmpty || !lines.isEmpty else { return }
        try Self.checkOutputs(lines.map(\.line))
        let bank = try openBank(lines, pwms: pwmOutputs)
        parts.banks = [bank]
        // By the lines' names, which no two parts share.
        let names = lines.map(\.line.name) + pwmOutputs.map(\.line.name)
        let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        func output(_ line: Wiring.WiredLine) -> Output { bank.output(places[line.name]!) }

        // Who looks at an LED of a number sees the number.
        let ledsOfRows = Set((wiring.numbers + wiring.bars).flatMap(\.leds).map(\.name))
        parts.leds = wiring.leds.map { led in
            let observer = ledsOfRows.contains(led.name) ? observer.deafToChanges : observer
            return LED(name: led.name, output: output(led.line), observer: observer)
        }
        parts.buzzers = wiring.buzzers.map { Buzzer(name: $0.name, output: output($0.line), observer: observer) }
        parts.relays = wiring.relays.map { Relay(name: $0.name, output: output($0.line), observer: observer) }
        parts.rgbs = wiring.rgbs.map { rgb in
            RGBLED(
                name: rgb.name, red: output(rgb.red), green: output(rgb.green), blue: output(rgb.blue),
                observer: observer)
        }
        parts.numbers = wiring.numbers.map { row in
            NumberDisplay(name: row.name, leds: leds(of: row), bank: bank, observer: observer)
        }
        parts.bars = wiring.bars.map { row in
            LEDBar(name: row.name, leds: leds(of: row), bank: bank, observer: observer)
        }
    }

    /// Checks that a board can drive these lines.
    ///
    /// - Throws: A `DescriptionError` at the first line that is too much.
    static func checkOutputs(_ lines: [Wiring.WiredLine]) throws(DescriptionError) {
        guard lines.count > mostOutputs else { return }
        throw DescriptionError(
            position: lines[mostOutputs].position,
            message: "more than \(mostOutputs) outputs: no more can be driven together")
    }

    private func leds(of row: Wiring.Row) -> [LED] {
        row.leds.map { reference in parts.leds.first { $0.name == reference.name }! }
    }

    private func openBank(
        _ lines: [(line: Wiring.WiredLine, settings: OutputSettings)], pwms: [Wiring.Output]
    ) throws -> OutputBank {
        var opened: [any PWMOutput] = []
        do {
            for output in pwms {
                opened.append(
                    try chip.requestPWM(
                        chip: output.pwm!.chip, channel: output.pwm!.channel, settings: output.settings))
            }
            let lines = lines.map { (name: $0.line.name, settings: $0.settings) }
            return OutputBank(
                lines: try chip.requestOutputs(lines), count: lines.count, pwms: opened,
                safeLevels: (lines.map(\.settings) + pwms.map(\.settings)).map(\.safeLevel), queue: queue,
                observer: observer)
        } catch {
            for pwm in opened { try? pwm.close() }
            throw error
        }
    }

    // MARK: Inputs

    private mutating func buildInputs(_ wiring: Wiring) throws {
        for button in wiring.buttons { parts.buttons.append(try make(button)) }
        for encoder in wiring.encoders {
            let button = try encoder.button.map { try make($0) }
            do {
                let a = try chip.requestInput(encoder.a.name, settings: encoder.settings)
                let b: any InputLine
                do {
                    b = try chip.requestInput(encoder.b.name, settings: encoder.settings)
                } catch {
                    a.close()
                    throw error
                }
                parts.encoders.append(
                    try RotaryEncoder(
                        name: encoder.name, a: a, b: b, button: button, steps: encoder.steps, queue: queue,
                        observer: observer))
            } catch {
                button?.close()
                throw error
            }
        }
        for part in wiring.switches {
            let line = try chip.requestInput(part.line.name, settings: part.settings)
            parts.switches.append(
                try Switch(name: part.name, line: line, debounce: part.debounce, queue: queue, observer: observer))
        }
        for sensor in wiring.sensors {
            let line = try chip.requestInput(sensor.line.name, settings: sensor.settings)
            parts.sensors.append(
                try Sensor(
                    name: sensor.name, line: line, debounce: sensor.debounce, quiet: sensor.quiet, queue: queue,
                    observer: observer))
        }
    }

    private func make(_ button: Wiring.Button) throws -> Button {
        let line = try chip.requestInput(button.line.name, settings: button.settings)
        return try Button(
            name: button.name, line: line, debounce: button.debounce, timing: button.timing, queue: queue,
            observer: observer)
    }
}

extension Wiring {
    /// The outputs that the kernel dims on `board`.
    package func pwmOutputs(on board: BoardDescription) -> [Output] {
        board.isSimulated ? [] : leds.filter { $0.pwm != nil }
    }

    /// The lines that the program drives on `board`, in the order of their request.
    package func outputLines(on board: BoardDescription) -> [(line: WiredLine, settings: OutputSettings)] {
        (leds + buzzers + relays).filter { $0.pwm == nil || board.isSimulated }.map { ($0.line, $0.settings) }
            + rgbs.flatMap { rgb in
                [rgb.red, rgb.green, rgb.blue].map { ($0, OutputSettings(isActiveLow: rgb.isActiveLow)) }
            }
    }
}
