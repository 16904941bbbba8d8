import CarillonTest
import Synchronization
import Testing

/// A wind vane with a magnet above an AS5600, which measures the direction of the magnet.
final class WindVane: Device, Measuring {
    struct Settings: DeviceSettings {
        var bus = ""

        static var fields: [Field<Self>] { [Field("bus", \.bus, .i2cBus, "the I2C bus of the sensor")] }

        var address: BusAddress { .i2c(bus: bus, address: 0x36) }
    }

    static var kind: DeviceKind { DeviceKind("wind-vane", title: "wind vane") }

    static func wires(of settings: Settings) -> [Wire] { [] }

    static func buses(of settings: Settings) -> [BusWire] { [BusWire(settings.address)] }

    static func controls(of settings: Settings) -> [Control] {
        var control = Control(.enter(.bus(settings.address), examples: ["90"]), keys: [nil])
        control.settling = .seconds(1)
        return [control]
    }

    let name: String
    /// The direction in degrees, from 0 to 360.
    let quantity: Quantity
    private let port: BusPort
    private let observer: DeviceObserver

    init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, observer) = (name, context.observer)
        quantity = Quantity(on: context.queue)
        port = try context.port(BusWire(settings.address), twin: { SimulatedVane() })
        let readings = context.readings
        let poll = Poll(port, every: .seconds(1), observer: observer) { [unowned self] reading in
            readings.send(reading, to: self)
        }
        // AS5600 data sheet (ams, DS000365): the registers 0x0C and 0x0D have the angle, 12 bits for a whole turn.
        poll.start { (device, _) throws(BusError) in
            let bytes = try device.transfer([0x0C], reading: 2)
            let angle = Int(bytes[0] & 0x0F) << 8 | Int(bytes[1])
            return .reading("\(angle * 360 / 4096)")
        }
    }

    func receive(_ reading: String) {
        quantity.set(Double(reading))
        observer.changed()
    }

    func close() {
        do throws(BusError) { try port.close() } catch { observer.didFail(error) }
        quantity.close()
    }

    var features: [Feature] { [Feature(isInput: true)] }

    func value(of feature: Int) -> Feature.Value { .level(quantity.value, Feature.Scale(unit: "°", hasOff: true)) }
}

/// The AS5600 of a simulated board. A user enters the direction in degrees.
private final class SimulatedVane: SimulatedTwin {
    private let degrees = Mutex(0)

    func transfer(_ written: [UInt8], reading count: Int) throws(BusError) -> [UInt8] {
        let angle = degrees.withLock { ($0 * 4096 + 359) / 360 }
        return [UInt8(angle >> 8), UInt8(angle & 0xFF)]
    }

    func operate(_ text: String, channel: Int) -> Bool {
        guard let new = Int(text), (0..<360).contains(new) else { return false }
        degrees.withLock { $0 = new }
        return true
    }
}

@Suite struct WindVaneTests {
    private let bench: Bench<Bool>

    init() throws {
        bench = try Bench(wiring: Wiring(.device(WindVane.self, "roof") { $0.bus = "i2c-1" })) { board in
            let roof = try board.device(WindVane.self, "roof")
            return Mobius.beginnerLoop { (_: Bool, isSouthOrWest: Bool) in isSouthOrWest }
                .withEventSource(roof.isAbove(135) { $0 })
                .makeController(from: false, on: board.queue)
        }
    }

    @Test func directionReachesTheLoop() throws {
        try bench.enter("270", at: "roof")
        #expect(bench.model)
        #expect(try bench.device(WindVane.self, "roof").value == 270)
        try bench.enter("90", at: "roof")
        #expect(!bench.model)
    }

    @Test func absentSensorIsReportedOnce() throws {
        bench.chip.attach(
            { _, _ throws(BusError) in throw .noAnswer(.i2c(bus: "i2c-1", address: 0x36)) },
            at: .i2c(bus: "i2c-1", address: 0x36))
        bench.advance(by: .seconds(10))
        #expect(try bench.device(WindVane.self, "roof").quantity.isAbsent)
        #expect(bench.failures.count == 1)
    }
}
