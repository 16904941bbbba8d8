import CarillonGPIO
import CarillonScheduling
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

/// The bytes on the bus of a sensor of carbon dioxide, compared with the data sheet: Sensirion SCD4x Version 1.3.
@Suite struct CarbonDioxideTests {
    /// A sensor that answers each read with prepared bytes, and refuses some commands.
    private final class Chip: BusDevice {
        let address = BusAddress.i2c(bus: "i2c-1", address: 0x62)
        let bus: any Scheduler = VirtualTime()
        private let state: Mutex<(answers: [[UInt8]], written: [[UInt8]])>
        private let refused: [[UInt8]]

        init(_ answers: [[UInt8]] = [], refusing refused: [[UInt8]] = []) {
            state = Mutex((answers, []))
            self.refused = refused
        }

        var written: [[UInt8]] { state.withLock { $0.written } }

        func transfer(_ bytes: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
            if refused.contains(bytes) { throw .noAnswer(address) }
            return state.withLock { state in
                guard count > 0 else {
                    state.written.append(bytes)
                    return []
                }
                let answer = state.answers.isEmpty ? [] : state.answers.removeFirst()
                return Array((answer + Array(repeating: 0, count: count)).prefix(count))
            }
        }

        func close() {}
    }

    private static let ready: [UInt8] = [0x80, 0x06, 0x04]
    private static let notReady: [UInt8] = [0x80, 0x00, 0xa2]
    /// The example of 3.5.2: 500 ppm, 25 °C, 37 %.
    private static let example: [UInt8] = [0x01, 0xf4, 0x33, 0x66, 0x67, 0xa2, 0x5e, 0xb9, 0x3c]

    private func sensor(altitude: Int? = nil) -> SCD4x {
        SCD4x(.i2c(bus: "i2c-1", address: 0x62), altitude: altitude)
    }

    /// Makes turns up to the first numbers, and returns them with the waits before them.
    private func measure(_ sensor: SCD4x, _ chip: Chip) throws -> (numbers: [Double], waits: [Duration]) {
        var (now, waits) = (Duration.zero, [Duration]())
        while waits.count < 200 {
            switch try sensor.turn(with: chip, at: now) {
            case .wait(let time):
                waits.append(time)
                now += time
            case .numbers(let numbers): return (numbers, waits)
            case .unchanged: Issue.record("no numbers")
            }
        }
        throw BusError.timedOut(chip.address)
    }

    @Test func commandsAndTheirTimesMatchTheDataSheet() throws {
        let chip = Chip([Self.ready, Self.example])
        let (numbers, waits) = try measure(sensor(), chip)
        expectEqual(chip.written, [[0x3f, 0x86], [0x21, 0xb1], [0xe4, 0xb8], [0xec, 0x05]])
        expectEqual(waits, [.milliseconds(500), .seconds(5), .milliseconds(1), .milliseconds(1)])
        expectEqual(numbers[0], 500)
        #expect(abs(numbers[1] - 25) < 0.01)
        #expect(abs(numbers[2] - 37) < 0.01)
    }

    /// 3.6.3: 1950 m.
    @Test func altitudeIsSetBeforeTheStart() throws {
        let chip = Chip([Self.ready, Self.example])
        let waits = try measure(sensor(altitude: 1950), chip).waits
        expectEqual(chip.written.prefix(3), [[0x3f, 0x86], [0x24, 0x27, 0x07, 0x9e, 0x09], [0x21, 0xb1]])
        expectEqual(waits.prefix(3), [.milliseconds(500), .milliseconds(1), .seconds(5)])
    }

    @Test func sensorIsPolledUntilAMeasurementIsReady() throws {
        let chip = Chip([Self.notReady, Self.notReady, Self.ready, Self.example])
        let numbers = try measure(sensor(), chip).numbers
        expectEqual(numbers[0], 500)
        expectEqual(chip.written.filter { $0 == [0xe4, 0xb8] }.count, 3)
        expectEqual(chip.written.filter { $0 == [0xec, 0x05] }.count, 1)
    }

    @Test func idleSensorMustAcknowledgeTheStartButNotTheStop() throws {
        let idle = Chip([Self.ready, Self.example], refusing: [[0x3f, 0x86]])
        expectEqual(try measure(sensor(), idle).numbers[0], 500)
        let absent = Chip(refusing: [[0x3f, 0x86], [0x21, 0xb1]])
        #expect(throws: BusError.noAnswer(absent.address)) { try measure(sensor(), absent) }
    }

    @Test func sensorIsSetUpAgainAfterAWrongChecksum() throws {
        for place in 0..<9 {
            var damaged = Self.example
            damaged[place] ^= 0x10
            let (sensor, chip) = (sensor(), Chip([Self.ready, damaged, Self.ready, Self.example]))
            #expect(throws: BusError.noAnswer(chip.address)) { try measure(sensor, chip) }
            // It is set up again.
            expectEqual(try measure(sensor, chip).numbers[0], 500)
            expectEqual(chip.written.filter { $0 == [0x21, 0xb1] }.count, 2)
        }
    }

    @Test func sensorIsStartedAgainAfterALossOfPower() throws {
        let (sensor, chip) = (sensor(), Chip(Array(repeating: Self.notReady, count: 51) + [Self.ready, Self.example]))
        #expect(throws: BusError.noAnswer(chip.address)) { try measure(sensor, chip) }
        expectEqual(try measure(sensor, chip).numbers[0], 500)
        expectEqual(chip.written.filter { $0 == [0x21, 0xb1] }.count, 2)
    }
}
