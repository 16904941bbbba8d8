import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct InputFeatureTests {
    private let bench = InputBench()
    private let features: BoardFeatures
    private let seen = Locked<[String]>([])

    init() { features = BoardFeatures(on: bench.time) }

    typealias Play = @Sendable (InputFeatureTests) throws -> Void

    static let inputs: [Row<Play, [String]>] = [
        Row("a button reports presses and releases", ["pressed", "released"]) { test in
            _ = test.observe(
                try Button(
                    name: "plus", line: test.bench.input("GPIO2"), debounce: .milliseconds(5), queue: test.bench.time,
                    observer: test.features.observer()))
            try test.bench.play("_-_-_-----________")
        },
        Row("a switch reports its positions", ["on", "off"]) { test in
            _ = test.observe(try test.makeSwitch())
            try test.bench.play("_-_")
        },
        Row("a sensor reports the start and the end of a detection", ["on", "off"]) { test in
            _ = test.observe(
                try Sensor(
                    name: "hall", line: test.bench.input("GPIO2"), inactivityTimeout: .milliseconds(5),
                    queue: test.bench.time, observer: test.features.observer()))
            try test.bench.play("_-_-_______")
        },
        Row("a knob reports its position and its button", ["1", "pressed"]) { test in
            let button = try Button(
                name: "volume", line: test.bench.input("GPIO4"), debounce: .zero, queue: test.bench.time,
                observer: test.features.observer().part(1))
            _ = test.observe(
                try RotaryEncoder(
                    name: "volume", a: test.bench.input("GPIO2"), b: test.bench.input("GPIO3"), button: button,
                    queue: test.bench.time, observer: test.features.observer()))
            try test.bench.play("-")
            try test.bench.play("-", on: "GPIO3")
            try test.bench.play("_")
            try test.bench.play("_", on: "GPIO3")
            try test.bench.play("-", on: "GPIO4")
        },
    ]

    @Test(arguments: inputs) func changesOfAnInputAreReportedAsItsValues(row: Row<Play, [String]>) throws {
        try row.given(self)
        expectEqual(seen.withLock { $0 }, row.expected, sourceLocation: row.place)
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
        expectEqual(
            seen.withLock { $0 },
            [
                "pressed", "released", "pressed", "released", "clicked(2)", "pressed", "held", "released",
            ])
        observation?.dispose()
        try bench.play("-_______")
        expectEqual(seen.withLock { $0 }.count, 8)
    }

    @Test func switchHasNoGestures() throws {
        let armed = try makeSwitch()
        #expect(!armed.features[0].hasGestures)
        let observation = armed.observeGestures(of: 0) { _ in }
        #expect(observation == nil)
    }

    private func makeSwitch() throws -> Switch {
        try Switch(
            name: "armed", line: bench.input("GPIO2"), debounce: .zero, queue: bench.time,
            observer: features.observer())
    }

    private func observe(_ device: any FeatureProviding) -> any Disposable {
        features.add(device)
        return features.observe { [features, seen] number in seen.withLock { $0.append("\(features[number].value)") } }
    }
}
