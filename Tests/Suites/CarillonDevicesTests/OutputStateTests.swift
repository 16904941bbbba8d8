import CarillonGPIO
import CarillonScheduling
import TestSupport
import Testing

@testable import CarillonDevices

/// The state of an output when a loop starts, stops and starts again, and after the absence of its chip: each
/// cell of the table of outputs in Documentation/DeviceStates.md. Connecting a view stands for the start of a loop.
@Suite struct OutputStateTests {
    private let time = VirtualTime()
    private let chip: SimulatedChip
    private let bank: OutputBank
    private let led: LED
    private let finite = Pattern.blinking(on: .milliseconds(10), off: .milliseconds(10), times: 1)

    init() throws {
        chip = SimulatedChip(lineNames: ["GPIO2"], time: time)
        bank = OutputBank(
            lines: try chip.requestOutputs([("GPIO2", OutputSettings(safeLevel: .active))]), count: 1, queue: time,
            observer: DeviceObserver())
        led = LED(name: "lamp", output: bank.output(0), observer: DeviceObserver())
    }

    @Test func outputIsOffUntilTheFirstModelAndKeepsItsStateWhenTheLoopStops() {
        expectEqual(chip.level(of: "GPIO2"), .inactive)
        expectEqual(led.pattern, .off)
        let view = led.view { (isOn: Bool) in .on(if: isOn) }.connect { _ in }
        view.accept(true)
        expectEqual(chip.level(of: "GPIO2"), .active)
        view.dispose()
        time.advance(by: .seconds(1))
        expectEqual(chip.level(of: "GPIO2"), .active)
    }

    @Test func finitePatternIsShownAgainWhenTheLoopStartsAgain() {
        for _ in 1...2 {
            let view = led.view { [finite] (_: Int) in finite }.connect { _ in }
            view.accept(0)
            #expect(led.isOn)
            time.advance(by: .seconds(1))
            view.accept(1)
            #expect(!led.isOn)
            view.dispose()
        }
    }

    @Test func shownPatternContinuesWhenTheLoopRestarts() {
        for _ in 1...2 {
            let view = led.view { (_: Int) in .blinking(on: .seconds(2), off: .seconds(1)) }.connect { _ in }
            view.accept(0)
            view.dispose()
            time.advance(by: .seconds(1))
        }
        expectEqual(chip.level(of: "GPIO2"), .inactive)
    }

    @Test func patternContinuesOnTimeWhileItsChipIsAbsent() {
        led.set(finite)
        chip.unplug()
        time.advance(by: .milliseconds(20))
        expectEqual(led.pattern, .off)
        led.on()
        chip.plugIn()
        expectEqual(chip.level(of: "GPIO2"), .active)
        #expect(led.isOn)
    }
}
