import Carillon
import Foundation
import Synchronization

/// Buttons and lights, on a simulated chip.
enum DeviceBenchmarks {
    /// Benchmarks of CPU time.
    static var all: [Benchmark] { [press] }

    /// The full cost of a press or a release: a whole loop, the LED that shows it, and the debouncing.
    private static var press: Benchmark {
        Benchmark("device.press", operations: 20_000) {
            let lamp = PressedLamp(throughLoop: true)
            return { lamp.press(20_000) }
        }
    }

    /// The time from a press or a release until the LED's line is set, including the cost of reading the clock. In
    /// `device.press.led` the button switches the LED directly, as in gpiozero; in the other row a loop is between
    /// them.
    static func pressRows() -> [Row] {
        let reference = GPIOZero.nanosecondsFromPressToLED
        return [("device.press.led", false), ("device.press.loop.led", true)].map { name, throughLoop in
            let lamp = PressedLamp(throughLoop: throughLoop)
            lamp.press(20_000)
            return Row(name: name, unit: "ns", value: lamp.latencies.quantile(0.5), reference: reference)
        }
    }

    /// The share of a core that 64 pulsing LEDs take, each at its own pace, in frames of 10 ms.
    static func pulseRows(_ form: Form) throws -> [Row] {
        let queue = try RealTimeQueue(name: "pulse")
        defer { queue.stop() }
        let seconds = form.pulseSeconds
        let lines = CountedLines()
        let bank = queue.perform {
            OutputBank(lines: lines, count: 64, queue: queue, observer: DeviceObserver())
        }
        for index in 0..<64 {
            LED(name: "led", output: bank.output(index), observer: DeviceObserver())
                .set(.pulsing(rise: .milliseconds(900 + index * 10), fall: .milliseconds(1100 - index * 10)))
        }
        let before = Measurement.cpuNanoseconds(.process)
        usleep(UInt32(seconds * 1e6))
        let after = Measurement.cpuNanoseconds(.process)
        queue.sync { bank.close() }
        return [
            Row(
                name: "device.pulse.cpu", unit: "% of a core", value: (after - before) / (seconds * 1e9) * 100,
                reference: 5),
            Row(
                name: "device.pulse.calls", unit: "1/s",
                value: Double(lines.count.load(ordering: .relaxed)) / seconds),
        ]
    }
}

/// A button, and an LED that is lit while the button is pressed; in virtual time.
///
/// `@unchecked Sendable`: used on one thread at a time.
private final class PressedLamp: @unchecked Sendable {
    private static let settling = Duration.milliseconds(5)

    private let time = VirtualTime()
    private let chip: SimulatedChip
    private let lines = TimedLines()
    private let controller: MobiusController<Bool, Bool, Never>
    private let subscription: (any Disposable)?
    private var level = Level.inactive
    /// The time from each change to the LED, in nanoseconds.
    private(set) var latencies: [Double] = []

    /// - Parameter throughLoop: Whether a loop is between them. Its model is whether the button is pressed.
    init(throughLoop: Bool) {
        chip = SimulatedChip(lineNames: ["button"], time: time)
        let button = try! Button(
            name: "button", line: chip.requestInput("button", settings: InputSettings()), debounce: Self.settling,
            queue: time, observer: DeviceObserver())
        let bank = OutputBank(lines: lines, count: 1, queue: time, observer: DeviceObserver())
        let led = LED(name: "led", output: bank.output(0), observer: DeviceObserver())
        controller = Mobius.loop(
            update: { (_: Bool, isPressed: Bool) in Next<Bool, Never>.next(isPressed) },
            effectHandler: EffectRouter<Never, Bool>().asConnectable
        ).withEventSource(button.changed { $0 }).makeController(from: false, on: time)
        controller.connectView(led.view { (isPressed: Bool) in .on(if: isPressed) })
        if throughLoop { controller.start() }
        subscription = throughLoop ? nil : button.observe(led.set)
    }

    /// Presses and releases the button in turns, `times` changes in total.
    func press(_ times: Int) {
        latencies.removeAll(keepingCapacity: true)
        latencies.reserveCapacity(times)
        time.sync {
            for _ in 1...times {
                level = level.inverted
                let before = Measurement.wallNanoseconds()
                try! chip.drive("button", level)
                latencies.append(lines.time - before)
                precondition(lines.isActive == (level == .active))
                time.advance(by: Self.settling)
            }
        }
    }
}

/// A line without hardware that records when it was set.
///
/// `@unchecked Sendable`: used on one thread at a time.
private final class TimedLines: OutputLines, @unchecked Sendable {
    private(set) var time = 0.0
    private(set) var isActive = false

    func set(_ levels: UInt64) {
        time = Measurement.wallNanoseconds()
        isActive = levels == 1
    }

    func close() {}
}

/// Lines without hardware that count their changes.
private final class CountedLines: OutputLines {
    let count = Atomic(0)

    func set(_ levels: UInt64) { count.add(1, ordering: .relaxed) }

    func close() {}
}

/// The same in gpiozero with its mock pins, measured in this run.
private enum GPIOZero {
    /// The time from a press or a release to the LED. Without gpiozero, an earlier measurement on Linux x86_64.
    static var nanosecondsFromPressToLED: Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        process.standardError = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        try? process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        if let measured = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) { return measured }
        Progress.notice("device.press.led: gpiozero is missing, so the reference is 8800 ns; pip install gpiozero")
        return 8800
    }

    private static let script = """
        import time
        from gpiozero import Button, Device, LED
        from gpiozero.pins.mock import MockFactory
        Device.pin_factory = MockFactory()
        button, led = Button(2), LED(3)
        button.when_pressed, button.when_released = led.on, led.off
        def run(times):
            for _ in range(times):
                button.pin.drive_low()
                button.pin.drive_high()
        run(2000)
        rounds = []
        for _ in range(11):
            start = time.thread_time_ns()
            run(2000)
            rounds.append((time.thread_time_ns() - start) / 4000)
        print(sorted(rounds)[5])
        """
}
