import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO
import Synchronization
import TestSupport
import Testing

/// Buttons on the kernel's chip, at the chip's limits.
extension RealKernel {
    @Suite struct Chips {
        @Test func buttonsMatchTheirLinesAfterAMillionEdgesAndLossesAreCounted() throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 0)
            defer { queue.stop() }
            let gpio = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
            let names = ["GPIO17", "GPIO27", "GPIO22", "GPIO23"]
            let notices = Mutex(0)
            let buttons = try queue.perform {
                try names.enumerated().map { index, name in
                    try Button(
                        name: name,
                        line: gpio.requestInput(name, settings: InputSettings(bias: .pullUp, isActiveLow: true)),
                        debounce: .milliseconds(index * 5), queue: queue,
                        observer: DeviceObserver(didFail: { _ in notices.withLock { $0 += 1 } }))
                }
            }
            defer { queue.sync { for button in buttons { button.close() } } }
            let pulls = try names.map { try PullFile(chip[$0]) }

            let start = ContinuousClock.now
            for round in 1...20 {
                // In every other round, the program is busy, and the kernel's buffer of 16 edges overflows.
                let isOver = DispatchSemaphore(value: 0)
                if round % 2 == 0 { queue.async { isOver.wait() } }
                for edge in 1...12_500 {
                    for pull in pulls { try pull.set(edge % 2 == 0 ? .high : .low) }
                }
                // The last edges of some lines follow immediately: up to three lines end pressed.
                for pull in pulls.prefix(round % 4) { try pull.set(.low) }
                isOver.signal()
                for (button, name) in zip(buttons, names) {
                    try wait(until: "\(name) is what its line is") {
                        try queue.perform { button.isPressed } == (chip[name].level == .low)
                    }
                }
                for pull in pulls { try pull.set(.high) }
            }
            let time = start.duration(to: .now) / .seconds(1)
            let lost = queue.perform { buttons.map(\.lostEdges) }
            let text = String(format: "1000000 edges, %.0f a second; lost, as far as told: ", 1e6 / time)
            FileHandle.standardError.write(Data("\(text)\(lost)\n".utf8))
            #expect(lost.allSatisfy { $0 > 0 })
            // Each loss is reported, but not each one separately.
            #expect((names.count...names.count * 20).contains(notices.withLock { $0 }))
        }

        @Test func absentChipIsAwaitedAndItsLEDsAreRestored() throws {
            try CounterPanel.run { panel in
                try panel.press(.plus)
                try panel.waitUntilShown(1)
                panel.chip.remove()
                try panel.program.waitForError(containing: "chip pinctrl-bcm2711 has disappeared")

                let chip = try GPIOSimChip.raspberryPi4B()
                defer { chip.remove() }
                try panel.program.waitForError(containing: "chip pinctrl-bcm2711 is back")
                let again = CounterPanel(chip: chip, program: panel.program)
                try again.waitUntilShown(1)
                try again.press(.plus)
                try again.waitUntilShown(2)
                panel.program.send(SIGTERM)
                expectEqual(try panel.program.waitForExit(), 0)
            }
        }

        @Test func heldButtonIsReleasedWhenItsChipDisappears() throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            let queue = try RealTimeQueue(name: "test", priority: 0)
            defer { queue.stop() }
            let gpio = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
            let log = Log()
            let button = try queue.perform {
                _ = gpio.observePresence { isPresent in log.append(isPresent ? "back" : "gone") }
                return try Button(
                    name: "test",
                    line: gpio.requestInput("GPIO17", settings: InputSettings(bias: .pullUp, isActiveLow: true)),
                    debounce: .milliseconds(5), queue: queue, observer: DeviceObserver())
            }
            defer { queue.sync { button.close() } }
            let observation = button.observe { isPressed in log.append(isPressed ? "pressed" : "released") }
            defer { observation.dispose() }
            try chip["GPIO17"].pull(.low)
            try wait(until: "it is pressed") { log.entries == ["pressed"] }
            chip.remove()
            try wait(until: "the chip is gone") { log.entries == ["pressed", "released", "gone"] }
            let again = try GPIOSimChip.raspberryPi4B()
            defer { again.remove() }
            try wait(until: "the chip is back") { log.entries.last == "back" }
            try again["GPIO17"].pull(.low)
            try again["GPIO17"].pull(.high)
            try wait(until: "it has been pressed and released") { log.entries.suffix(2) == ["pressed", "released"] }
        }
    }
}

/// A line's `pull` file in sysfs, kept open: the fastest way to make edges.
private final class PullFile {
    private let descriptor: Int32

    init(_ line: GPIOSimLine) throws {
        descriptor = open("\(line.folder)/pull", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw KernelFileError(description: "cannot open \(line.folder)/pull") }
    }

    deinit { close(descriptor) }

    func set(_ level: GPIOSimLine.Level) throws {
        let text: StaticString = level == .low ? "pull-down" : "pull-up"
        guard pwrite(descriptor, text.utf8Start, text.utf8CodeUnitCount, 0) > 0 else {
            throw KernelFileError(description: "cannot pull a line: \(String(cString: strerror(errno)))")
        }
    }
}
