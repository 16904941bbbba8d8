import CarillonDevices
import CarillonGPIO
import CarillonRealTime

/// Makes the parts of a wiring, and knows what it has made so far in case one cannot be had. Used on the queue.
final class PartsBuilder {
    private let board: BoardDescription
    private let chip: any GPIOChip
    private let queue: any Scheduler
    private let observer: PartObserver
    private var buttons: [Button] = []
    private var leds: [LED] = []

    init(board: BoardDescription, chip: any GPIOChip, queue: any Scheduler, observer: PartObserver) {
        self.board = board
        self.chip = chip
        self.queue = queue
        self.observer = observer
    }

    func build(_ wiring: Wiring) throws -> (buttons: [Button], leds: [LED], numbers: [NumberDisplay]) {
        // Who looks at an LED of a number sees the number.
        let ledsOfNumbers = Set(wiring.numbers.flatMap(\.leds))
        for led in wiring.leds {
            let line = try chip.requestOutput(
                chipsName(of: led.line), settings: OutputSettings(isActiveLow: led.isActiveLow))
            let ledObserver = ledsOfNumbers.contains(led.name) ? PartObserver(didFail: observer.didFail) : observer
            leds.append(LED(name: led.name, line: line, queue: queue, observer: ledObserver))
        }
        for button in wiring.buttons {
            let line = try chip.requestInput(chipsName(of: button.line), settings: button.settings)
            buttons.append(
                try Button(
                    name: button.name, line: line, debounce: button.debounce, queue: queue, observer: observer))
        }
        let numbers = wiring.numbers.map { number in
            NumberDisplay(
                name: number.name, leds: number.leds.map { name in leds.first { $0.name == name }! }, queue: queue,
                observer: observer)
        }
        return (buttons, leds, numbers)
    }

    /// Gives back what was requested.
    func close() {
        for led in leds { led.close() }
        for button in buttons { button.close() }
    }

    /// The name by which the chip knows the line: kernels differ in it.
    private func chipsName(of line: Wiring.WiredLine) -> String {
        let names = board.pin(ofLine: line.name)?.names ?? []
        return names.first(where: chip.lineNames.contains) ?? line.name
    }
}
