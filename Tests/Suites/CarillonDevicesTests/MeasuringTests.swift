import TestSupport
import Testing

@testable import CarillonDevices

/// The state machines of measured numbers.
@Suite struct MeasuringTests {
    @Test func smoothingHasItsTimeConstantAndAConstantOfZeroDisablesSmoothing() {
        var smoothing = Smoothing(.seconds(1))
        expectEqual(smoothing.take(10, at: .zero), 10)
        expectEqual(smoothing.take(20, at: .seconds(1)), 15)
        expectEqual(smoothing.take(20, at: .seconds(2)), 17.5)
        var often = Smoothing(.seconds(1))
        _ = often.take(0, at: .zero)
        var number = 0.0
        for millisecond in 1...1000 { number = often.take(1, at: .milliseconds(millisecond)) }
        // 1 - 1/e
        #expect((0.63...0.64).contains(number))
        var none = Smoothing(.zero)
        expectEqual([1.0, 5, 2].map { none.take($0, at: .zero) }, [1, 5, 2])
    }

    static let thresholds: [Row<Threshold, [(Double, Bool?)]>] = [
        Row(
            "a threshold above has a hysteresis", Threshold(.above, 25, hysteresis: 0.5),
            [(24, false), (25, nil), (25.1, true), (24.6, nil), (24.5, false), (24.9, nil), (25.1, true)]),
        Row(
            "a threshold below has a hysteresis", Threshold(.below, 20, hysteresis: 1),
            [(19, true), (20.5, nil), (20.9, nil), (21, false), (20, nil), (19.9, true)]),
    ]

    @Test(arguments: thresholds) func thresholdReportsTheseCrossings(row: Row<Threshold, [(Double, Bool?)]>) {
        var threshold = row.given
        expectEqual(row.expected.map { threshold.take($0.0) }, row.expected.map(\.1), sourceLocation: row.place)
    }

    static let leastChanges: [Row<LeastChange, [(Double, Bool)]>] = [
        Row(
            "changes below the least change are dropped", LeastChange(0.1),
            [(20, true), (20.05, false), (20.1, true), (20.15, false), (20, true), (20, false)]),
        Row("every change counts if the least change is 0", LeastChange(0), [(1, true), (1, false), (1.001, true)]),
    ]

    @Test(arguments: leastChanges)
    func changesSmallerThanTheLeastChangeAreDropped(row: Row<LeastChange, [(Double, Bool)]>) {
        var change = row.given
        expectEqual(row.expected.map { change.take($0.0) }, row.expected.map(\.1), sourceLocation: row.place)
    }

    @Test func samplerSmoothsRoundsAndDropsSmallChanges() {
        var sampling = Sampling(every: .seconds(1), change: 0.1)
        let sampler = Sampler(sampling, change: 0.1, places: 1)
        expectEqual([20.04, 20.06, 20.08, 20.31].map { sampler.take($0, at: .zero) }, [20, 20.1, 20.1, 20.3])
        sampling.smoothing = .seconds(1)
        let smooth = Sampler(sampling, change: 0.1, places: 1)
        expectEqual([(20.0, 0), (30, 1), (30, 2)].map { smooth.take($0, at: .seconds($1)) }, [20, 25, 27.5])
    }

    // MARK: Chips

    @Test(arguments: [
        "mcp3008 spidev0.0", "mcp3208 spidev1.2", "ads1115 i2c-1 0x48", "ads1115 i2c-11 0x4b", "iio ads1015",
    ])
    func chipReferenceIsReadAsItIsWritten(text: String) throws {
        let notation = AnalogInput.Settings.models.notation
        expectEqual(notation.text(try #require(AnalogInput.Settings.models.reference(text))), text)
    }

    @Test func defaultAddressComesFromTheDataSheet() {
        let lm75 = Thermometer.Settings.models.reference("lm75 i2c-1")
        expectEqual(lm75?.address, .i2c(bus: "i2c-1", address: 0x48))
        expectEqual(Thermometer.Settings.models.reference("ds18b20")?.address, .kernel(.oneWire, name: ""))
    }

    @Test(arguments: [
        "", "mcp3008", "mcp3008 i2c-1", "mcp3008 spidev0", "ads1115 i2c-1 0x78", "ads1115 i2c-1 72", "iio", "iio a b",
        "iio ../x", "lm75 i2c-1", "ads1115 i2c-x",
    ])
    func invalidChipIsRefused(text: String) {
        expectEqual(AnalogInput.Settings.models.reference(text), nil)
    }
}
