import CarillonTest
import Testing

/// A wind vane with a magnet above an AS5600, which measures the direction of the magnet.
final class WindVane: MeasuringDevice, Measuring {
    struct Settings: ChipSettings {
        static let models = [ChipModel("as5600", .i2c(0x36))]
        var chip = ChipReference.unknown

        static var fields: [Setting<Self>] { [.chip(\.chip, "the sensor of the direction")] }
    }

    static let kind = DeviceKind("wind-vane", title: "wind vane")

    static func quantities(of settings: Settings) -> [MeasuredQuantity] {
        [MeasuredQuantity(Feature.Scale(0...360, unit: "°", hasOff: true), change: 1, places: 0)]
    }

    static func controls(of settings: Settings) -> [Control] {
        [.numbers(at: buses(of: settings)[0], example: "90", "a direction from 0 to 359", settling: .seconds(1))]
    }

    let name: String
    let measured: Measured

    init(_ name: String, _ settings: Settings, in context: DeviceContext) throws {
        (self.name, measured) = (name, Measured(Self.quantities(of: settings), in: context))
        // AS5600 data sheet (ams, DS000365): the registers 0x0C and 0x0D have the angle, 12 bits for a whole turn.
        try measure(settings, every: Sampling(every: .seconds(1), change: 1), in: context, twin: Self.twin) {
            (device, _) throws(BusError) in
            let bytes = try device.transfer([0x0C], reading: 2)
            return .numbers([Double(Int(bytes[0] & 0x0F) << 8 | Int(bytes[1])) * 360 / 4096])
        }
    }

    /// The chip of a simulated board.
    private static var twin: any SimulatedTwin {
        NumberTwin((), [0], [0...359]) { (_, numbers, _, _) in
            let angle = Int(numbers(0)[0] * 4096 / 360)
            return [UInt8(angle >> 8), UInt8(angle & 0xFF)]
        }
    }
}

extension Wiring.Entry {
    static var windVane: EntryMaker<WindVane> { EntryMaker() }
}

@Suite struct WindVaneTests {
    private let bench: Bench<Bool>

    init() throws {
        bench = try Bench(wiring: Wiring(.windVane("roof", chip: "as5600 i2c-1"))) { board in
            let roof = try board.device(WindVane.self, "roof")
            return Mobius.beginnerLoop { (_: Bool, isSouthOrWest: Bool) in isSouthOrWest }
                .withEventSource(roof.crossed(135) { $0 })
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
