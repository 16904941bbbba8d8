import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO

/// A program that switches its outputs on, and then ends in a given way. A test observes it from outside.
///
///     DeviceProbe CHIP LED-LINE RELAY-LINE ENDING    an LED that is on, and a relay that is off and safe when on
///     DeviceProbe pwm FOLDER ENDING                  channel 0 of FOLDER/pwmchip0, on
///     DeviceProbe displays CHIP ENDING               a display on spidev0.0 that receives data, its line for them GPIO25, and
///                                                    digits on GPIO23 and GPIO24, on
@main enum DeviceProbe {
    static func main() throws { try run() }

    /// Separate from `main`, because that is isolated to the main actor, and its closures must not run on the queue.
    private static func run() throws {
        beOrdinary()
        let arguments = CommandLine.arguments
        let ending = try Ending(arguments.last!)
        ending.prepare()
        let queue = try RealTimeQueue(name: "probe", priority: 0)
        if arguments[1] == "pwm" {
            let pwm = try KernelPWM(chip: "pwmchip0", channel: 0, settings: OutputSettings(), root: arguments[2])
            try pwm.set(dutyCycle: pwm.period)
            try withExtendedLifetime(pwm) { try ending.run(on: queue) }
        } else if arguments[1] == "displays" {
            let devices = try showOnDisplays(chip: arguments[2], queue)
            try withExtendedLifetime(devices) { try ending.run(on: queue) }
        } else {
            let chip = try GPIODChip(label: arguments[1], consumer: "probe", queue: queue)
            let observer = DeviceObserver(didFail: { error in print(error) })
            let bank = try queue.perform {
                let lines = try chip.requestOutputs([
                    (arguments[2], OutputSettings()), (arguments[3], OutputSettings(safeLevel: .active)),
                ])
                return OutputBank(lines: lines, count: 2, queue: queue, observer: observer)
            }
            let led = LED(name: "lamp", output: bank.output(0), observer: observer)
            queue.sync { led.on() }
            try ending.run(on: queue)
        }
    }

    private static func showOnDisplays(chip label: String, _ queue: RealTimeQueue) throws -> [any BusDevice] {
        let display = BusAddress.spiWithDataLine(
            device: "spidev0.0", mode: 0, speed: 8_000_000, data: "GPIO25", reset: nil)
        let devices = try queue.perform {
            let chip = try GPIODChip(label: label, consumer: "probe", queue: queue)
            return [
                try chip.requestDevice(at: display, safe: [0x00, 0xae]),
                try chip.requestDevice(at: .lines(clock: "GPIO23", data: "GPIO24"), safe: [0x80]),
            ]
        }
        for (device, bytes) in zip(devices, [[0x40, 1, 2, 3], [0x8f]] as [[UInt8]]) {
            try device.bus.perform { try device.write(bytes) }
        }
        return devices
    }

    /// Restores the default actions of signals, whatever the parent process has set, and disables core dumps.
    private static func beOrdinary() {
        for number in 1...64 { signal(Int32(number), SIG_DFL) }
        resetFirstRealTimeSignal()
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        var limit = rlimit()
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// Restores the default action of the signal that cancels threads. posix_spawn starts programs with this signal
    /// ignored, and the C library does not allow changing it. Programs started by a shell or systemd do not ignore it.
    private static func resetFirstRealTimeSignal() {
        #if arch(arm64)
            let sigaction = 134
        #else
            let sigaction = 13
        #endif
        typealias Call = @convention(c) (Int, Int, UnsafeRawPointer?, UnsafeRawPointer?, Int) -> Int
        let zeros = [UInt8](repeating: 0, count: 64)  // SIG_DFL
        _ = unsafeBitCast(dlsym(nil, "syscall"), to: Call.self)(sigaction, 32, zeros, nil, 8)
    }
}
