import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import Foundation

// Lights an LED and turns a relay on, whose safe state is on, and then ends the way it is told to: what a test looks at
// from outside.
//
//     DeviceProbe CHIP LED-LINE RELAY-LINE trap|overflow|exit|fault|wait

let arguments = CommandLine.arguments
let queue = try RealTimeQueue(name: "probe", priority: 0)
let chip = try GPIODChip(label: arguments[1], consumer: "probe", queue: queue)
let observer = PartObserver(didFail: { error in print(error) })
let (led, relay) = try queue.perform {
    let lines = try chip.requestOutputs([
        (arguments[2], OutputSettings()), (arguments[3], OutputSettings(safeLevel: .active)),
    ])
    let bank = OutputBank(lines: lines, count: 2, queue: queue, observer: observer)
    return (
        LED(name: "lamp", output: bank.output(0), observer: observer),
        Relay(name: "valve", output: bank.output(1), observer: observer)
    )
}
queue.sync { led.on() }
FileHandle.standardError.write(Data("lit\n".utf8))

switch arguments[4] {
case "trap": queue.sync { fatalError("on purpose") }
case "overflow": queue.sync { print(([Int.max] as [Int]).reduce(1, +)) }
case "exit": exit(3)
case "fault": queue.sync { print(UnsafePointer<Int>(bitPattern: 8)!.pointee) }
default: while true { sleep(1) }
}
