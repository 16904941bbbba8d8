import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO
import Synchronization
import TestSupport
import Testing

/// Outputs whose driver fails for some time. Afterwards they have the state that the program requested.
extension RealKernel {
    @Suite struct OutputFailures {
        @Test func relayThatCouldNotBeSwitchedOffIsSwitchedOffWhenItsLineWorksAgain() throws {
            let chip = try GPIOSimChip.raspberryPi4B()
            defer { chip.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 0)
            defer { queue.stop() }
            let gpio = try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
            let failures = Mutex<[String]>([])
            let observer = DeviceObserver(didFail: { error in failures.withLock { $0.append("\(error)") } })
            let others = Descriptor.all(of: "anon_inode:gpio-line")
            let bank = try queue.perform {
                OutputBank(
                    lines: try gpio.requestOutputs([("GPIO5", OutputSettings()), ("GPIO6", OutputSettings())]),
                    count: 2, queue: queue, observer: observer)
            }
            defer { queue.sync { bank.close() } }
            let line = try #require(Descriptor.all(of: "anon_inode:gpio-line").subtracting(others).first)
            let (heater, fan) = (
                Relay(name: "heater", output: bank.output(0), observer: observer),
                Relay(name: "fan", output: bank.output(1), observer: observer)
            )
            queue.sync { heater.on() }
            expectEqual(try chip["GPIO5"].level, .high)

            let broken = Descriptor.Replaced(line)
            queue.sync {
                heater.off()
                fan.on()
            }
            expectEqual(try chip["GPIO5"].level, .high)
            expectEqual(failures.withLock { $0 }, ["setting the lines GPIO5, GPIO6: Inappropriate ioctl for device"])
            broken.restore()
            try wait(until: "the relays are what they should be") {
                try chip["GPIO5"].level == .low && chip["GPIO6"].level == .high
            }
            expectEqual(failures.withLock { $0.count }, 1)
        }

        @Test func ledIsRestoredWhenItsPWMChipReturns() throws {
            let chip = try PCA9685()
            defer { chip.remove() }
            let gpio = try GPIOSimChip.raspberryPi4B()
            defer { gpio.remove() }
            let queue = try RealTimeQueue(name: "test", priority: 0)
            defer { queue.stop() }
            let failures = Mutex<[String]>([])
            let observer = DeviceObserver(didFail: { error in failures.withLock { $0.append("\(error)") } })
            let bank = try queue.perform {
                OutputBank(
                    lines: try GPIODChip(label: "pinctrl-bcm2711", consumer: "test", queue: queue)
                        .requestOutputs([("GPIO5", OutputSettings())]),
                    count: 1, pwms: [try KernelPWM(chip: chip.name, channel: 3, settings: OutputSettings())],
                    queue: queue, observer: observer)
            }
            defer { queue.sync { bank.close() } }
            let lamp = LED(name: "lamp", output: bank.output(1), observer: observer)
            for (round, pattern) in [Pattern.dimmed(to: 0.5), .off, .on, .off].enumerated() {
                try chip.unbind()
                queue.sync { lamp.set(pattern) }
                expectEqual(failures.withLock { $0.count }, round + 1)
                try chip.bind()
                let output: PCA9685.Output = pattern == .on ? .on : pattern == .off ? .off : .dimmed(steps: 2057)
                try wait(until: "the LED shows \(pattern)", details: "\(failures.withLock { $0 })") {
                    try chip.output(of: 3) == output
                }
            }
        }
    }
}

/// Access to the descriptors of this process.
private enum Descriptor {
    /// Returns the descriptors of files whose name begins with `name`.
    static func all(of name: String) -> Set<Int32> {
        let folder = "/proc/self/fd"
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return Set(
            numbers.filter { number in
                (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)"))?
                    .hasPrefix(name) ?? false
            }.compactMap { Int32($0) })
    }

    /// A descriptor that refers to another file until `restore()`, so that the kernel refuses its requests.
    struct Replaced {
        private let descriptor: Int32
        private let original: Int32

        init(_ descriptor: Int32) {
            self.descriptor = descriptor
            original = dup(descriptor)
            let other = open("/dev/null", O_RDWR)
            dup2(other, descriptor)
            close(other)
        }

        func restore() {
            dup2(original, descriptor)
            close(original)
        }
    }
}
