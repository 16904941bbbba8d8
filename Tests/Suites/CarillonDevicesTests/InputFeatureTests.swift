import CarillonScheduling
import Testing

@testable import CarillonDevices

@Suite struct InputFeatureTests {
    private let bench = InputBench()
    private let features: BoardFeatures
    private let seen = Locked<[String]>([])

    init() { features = BoardFeatures(on: bench.time) }

    @Test func buttonReportsPressesAndReleases() throws {
        let button = try Button(
            name: "plus", line: bench.input("GPIO2"), debounce: .milliseconds(5), queue: bench.time,
            observer: features.observer())
        let observation = observe(button)
        try bench.play("_-_-_-----________")
        #expect(seen.withLock { $0 } == ["pressed", "released"])
        observation.dispose()
        try bench.play("----------")
        #expect(seen.withLock { $0 }.count == 2)
    }

    @Test func switchReportsItsPositions() throws {
        let armed = try Switch(
            name: "armed", line: bench.input("GPIO2"), debounce: .zero, queue: bench.time, observer: features.observer()
        )
        _ = observe(armed)
        try bench.play("_-_")
        #expect(seen.withLock { $0 } == ["on", "off"])
    }

    @Test func sensorReportsThatItDetectsAndNoLongerDoes() throws {
        let hall = try Sensor(
            name: "hall", line: bench.input("GPIO2"), inactivityTimeout: .milliseconds(5), queue: bench.time,
            observer: features.observer())
        _ = observe(hall)
        try bench.play("_-_-_______")
        #expect(seen.withLock { $0 } == ["on", "off"])
    }

    @Test func knobReportsItsPositionAndItsButton() throws {
        let button = try Button(
            name: "volume", line: bench.input("GPIO4"), debounce: .zero, queue: bench.time,
            observer: features.observer().part(1))
        let knob = try RotaryEncoder(
            name: "volume", a: bench.input("GPIO2"), b: bench.input("GPIO3"), button: button, queue: bench.time,
            observer: features.observer())
        _ = observe(knob)
        try bench.play("-")
        try bench.play("-", on: "GPIO3")
        try bench.play("_")
        try bench.play("_", on: "GPIO3")
        try bench.play("-", on: "GPIO4")
        #expect(seen.withLock { $0 } == ["1", "pressed"])
    }

    @Test func buttonReportsItsGestures() throws {
        let button = try Button(
            name: "plus", line: bench.input("GPIO2"), debounce: .zero,
            timing: Button.Timing(hold: .milliseconds(5), multiClickInterval: .milliseconds(3)), queue: bench.time,
            observer: features.observer())
        let observation = button.observeGestures(of: 0) { [seen] gesture in
            seen.withLock { $0.append("\(gesture)") }
        }
        try bench.play("_-_-_____-------_")
        #expect(
            seen.withLock { $0 } == [
                "pressed", "released", "pressed", "released", "clicked(2)", "pressed", "held", "released",
            ])
        observation?.dispose()
        try bench.play("-_______")
        #expect(seen.withLock { $0 }.count == 8)
    }

    @Test func onlyPressesHaveGestures() throws {
        let armed = try Switch(
            name: "armed", line: bench.input("GPIO2"), debounce: .zero, queue: bench.time, observer: features.observer()
        )
        #expect(!armed.features[0].hasGestures)
        let observation = armed.observeGestures(of: 0) { _ in }
        #expect(observation == nil)
    }

    private func observe(_ device: any FeatureProviding) -> any Disposable {
        features.add(device)
        return features.observe { [features, seen] number in seen.withLock { $0.append("\(features[number].value)") } }
    }
}
