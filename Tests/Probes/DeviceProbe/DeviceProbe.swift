import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Foundation
import LinuxGPIO

/// Lights an LED, has a relay off whose safe state is on, and then ends the way it is told to: what a test looks at from
/// outside.
///
///     DeviceProbe CHIP LED-LINE RELAY-LINE trap|overflow|fault|abort|exit|wait
@main enum DeviceProbe {
    static func main() throws { try run() }

    /// `main` is the main actor's, and what is formed in it may not run on the queue.
    private static func run() throws {
        let arguments = CommandLine.arguments
        let queue = try RealTimeQueue(name: "probe", priority: 0)
        let chip = try GPIODChip(label: arguments[1], consumer: "probe", queue: queue)
        let observer = PartObserver(didFail: { error in print(error) })
        let bank = try queue.perform {
            let lines = try chip.requestOutputs([
                (arguments[2], OutputSettings()), (arguments[3], OutputSettings(safeLevel: .active)),
            ])
            return OutputBank(lines: lines, count: 2, queue: queue, observer: observer)
        }
        let led = LED(name: "lamp", output: bank.output(0), observer: observer)
        queue.sync { led.on() }
        FileHandle.standardError.write(Data("lit\n".utf8))

        switch arguments[4] {
        case "trap": queue.sync { fatalError("on purpose") }
        case "overflow": queue.sync { print([Int.max].reduce(1, +)) }
        case "fault": queue.sync { print(UnsafePointer<Int>(bitPattern: 8)!.pointee) }
        case "abort": abort()
        case "exit": exit(3)
        default: while true { sleep(1) }
        }
    }
}
