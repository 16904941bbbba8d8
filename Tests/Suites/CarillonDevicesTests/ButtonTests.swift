import CarillonGPIO
import CarillonScheduling
import MobiusCore
import Synchronization
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

    @Test func pressAndReleaseAreReported() throws {
        try follow { _ = $0 }
        try play("_-----------_________")
        #expect(log.entries == [true, false])
    }

    @Test func buttonHeldFromTheStartIsPressedWithoutAnEvent() throws {
        let chip = SimulatedChip(lineNames: ["GPIO2"], time: time)
        let line = try chip.requestInput("GPIO2", settings: InputSettings())
        try chip.drive("GPIO2", .active)
        let held = try Button(
            name: "held", line: line, debounce: .milliseconds(5), queue: time, observer: DeviceObserver())
        #expect(held.isPressed)
    }

    @Test func disposedObserverIsNotNotified() throws {
        try follow { $0.dispose() }
        try play("_----------")
        #expect(log.entries.isEmpty)
        #expect(button.isPressed)
    }

    @Test func handlerThatClosesTheButtonIsTheOnlyOneCalled() throws {
        _ = button.observe { [button] _ in button.close() }
        try follow { _ = $0 }
        try play("_----------")
        #expect(log.entries.isEmpty)
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

    @Test func shortPressEndsReleased() throws {
        try follow { _ = $0 }
        try play("_--_____________")
        #expect(log.entries == [true, false])
        #expect(!button.isPressed)
    }

    @Test func eachPressIsTheEventThatItWasGiven() throws {
        let events = Mutex<[String]>([])
        let presses = ButtonPresses([(button, "ring")])
        let subscription = presses.subscribe { event in events.withLock { $0.append(event) } }
        try play("_--------________--------________")
        subscription.dispose()
        try play("_--------________")
        #expect(events.withLock { $0 } == ["ring", "ring"])
    }

    private static func button(on chip: SimulatedChip, time: VirtualTime) throws -> Button {
        try Button(
            name: "test", line: chip.requestInput("GPIO2", settings: InputSettings()), debounce: .milliseconds(5),
            queue: time, observer: DeviceObserver())
    }

    /// Logs the button's reports. `body` receives the subscription.
    private func follow(_ body: (any Disposable) -> Void) throws {
        body(button.observe { [log] isPressed in log.append(isPressed) })
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
