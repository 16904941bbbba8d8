import Testing

@testable import CarillonDevices

/// The state machines of measured numbers.
@Suite struct MeasuringTests {
    @Test func smoothingFollowsWithItsTimeConstant() {
        var smoothing = Smoothing(.seconds(1))
        #expect(smoothing.take(10, at: .zero) == 10)
        #expect(smoothing.take(20, at: .seconds(1)) == 15)
        #expect(smoothing.take(20, at: .seconds(2)) == 17.5)
        var often = Smoothing(.seconds(1))
        _ = often.take(0, at: .zero)
        var number = 0.0
        for millisecond in 1...1000 { number = often.take(1, at: .milliseconds(millisecond)) }
        // 1 - 1/e
        #expect((0.63...0.64).contains(number))
    }

    @Test func smoothingOfZeroPassesEachNumber() {
        var smoothing = Smoothing(.zero)
        #expect([1.0, 5, 2].map { smoothing.take($0, at: .zero) } == [1, 5, 2])
    }

    @Test func changesBelowTheLeastOneAreDropped() {
        var change = LeastChange(0.1)
        #expect([20, 20.05, 20.1, 20.15, 20, 20].map { change.take($0) } == [true, false, true, false, true, false])
        var any = LeastChange(0)
        #expect([1, 1, 1.001].map { any.take($0) } == [true, false, true])
    }

    @Test func thresholdAboveHasAHysteresis() {
        var threshold = Threshold(.above, 25, hysteresis: 0.5)
        let numbers = [24, 25, 25.1, 24.6, 24.5, 24.9, 25.1]
        #expect(numbers.map { threshold.take($0) } == [false, nil, true, nil, false, nil, true])
    }

    @Test func thresholdBelowHasAHysteresis() {
        var threshold = Threshold(.below, 20, hysteresis: 1)
        #expect([19.0, 20.5, 20.9, 21, 20, 19.9].map { threshold.take($0) } == [true, nil, nil, false, nil, true])
    }

    @Test func samplerSmoothsRoundsAndDropsSmallChanges() {
        var sampling = Sampling(every: .seconds(1), change: 0.1)
        let sampler = Sampler(sampling, change: 0.1, places: 1)
        #expect([20.04, 20.06, 20.08, 20.31].map { sampler.take($0, at: .zero) } == [20, 20.1, 20.1, 20.3])
        sampling.smoothing = .seconds(1)
        let smooth = Sampler(sampling, change: 0.1, places: 1)
        #expect([(20.0, 0), (30, 1), (30, 2)].map { smooth.take($0, at: .seconds($1)) } == [20, 25, 27.5])
    }

    // MARK: Chips

    @Test(arguments: [
        "mcp3008 spidev0.0", "mcp3208 spidev1.2", "ads1115 i2c-1 0x48", "ads1115 i2c-11 0x4b", "iio ads1015",
    ])
    func chipIsReadAsItIsWritten(text: String) throws {
        let notation = AnalogConverter.models.notation
        #expect(notation.text(try #require(AnalogConverter.models.reference(text))) == text)
    }

    @Test func addressIsThatOfTheDataSheetByDefault() {
        let lm75 = TemperatureSensor.models.reference("lm75 i2c-1")
        #expect(lm75?.address == .i2c(bus: "i2c-1", address: 0x48))
        #expect(TemperatureSensor.models.reference("ds18b20")?.address == .kernel(.oneWire, name: ""))
    }

    @Test(arguments: [
        "", "mcp3008", "mcp3008 i2c-1", "mcp3008 spidev0", "ads1115 i2c-1 0x78", "ads1115 i2c-1 72", "iio", "iio a b",
        "iio ../x", "lm75 i2c-1", "ads1115 i2c-x",
    ])
    func invalidChipIsAnError(text: String) {
        #expect(AnalogConverter.models.reference(text) == nil)
    }
}
