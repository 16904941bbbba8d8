import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization
import TestSupport
import Testing

@testable import CarillonDevices

@Suite struct ButtonTests {
    private let time = VirtualTime()
    private let chip: SimulatedChip
    private let button: Button
    private let log = Log()

    init() throws {
        chip = SimulatedChip(lineNames: ["GPIO2"], time: time)
        button = try Self.button(on: chip, time: time)
    }

    @Test func closedButtonReleasesItsHandlers() {
        weak var handler: Log?
        do {
            let log = Log()
            _ = button.observe { isPressed in log.append(isPressed) }
            handler = log
        }
        #expect(handler != nil)
        button.close()
        #expect(handler == nil)
    }

    @Test func buttonIsReleasedAfterAShortPress() throws {
        _ = button.observe { [log] isPressed in log.append(isPressed) }
        try play("_--_____________")
        expectEqual(log.entries, [true, false])
        #expect(!button.isPressed)
    }

    @Test func eachPressSendsItsEvent() throws {
        let events = Mutex<[String]>([])
        let presses = ButtonPresses([(button, "ring")])
        let subscription = presses.subscribe { event in events.withLock { $0.append(event) } }
        try play("_--------________--------________")
        subscription.dispose()
        try play("_--------________")
        expectEqual(events.withLock { $0 }, ["ring", "ring"])
    }

    private static func button(on chip: SimulatedChip, time: VirtualTime) throws -> Button {
        try Button(
            name: "test", line: chip.requestInput("GPIO2", settings: InputSettings()), debounce: .milliseconds(5),
            queue: time, observer: DeviceObserver())
    }

    /// Plays levels, one character per millisecond: `-` pressed, `_` released.
    private func play(_ levels: String) throws {
        for character in levels {
            try chip.drive("GPIO2", character == "-" ? .active : .inactive)
            time.advance(by: .milliseconds(1))
        }
    }
}

private final class Log: Sendable {
    private let contents = Mutex<[Bool]>([])
    var entries: [Bool] { contents.withLock { $0 } }
    func append(_ entry: Bool) { contents.withLock { $0.append(entry) } }
}
