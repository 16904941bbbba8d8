import CLibrary
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import CarillonScheduling
import MobiusCore

/// A button that switches an LED, on a board with a display whose bus hangs, and on one without a display.
///
/// `@unchecked Sendable`: used on the board's queue only.
final class HangingBus: @unchecked Sendable {
    private static let presses = 500

    private let chip: MeterChip
    private let board: Board
    private let subscription: any Disposable

    private init(on time: VirtualTime, hasDisplay: Bool) throws {
        let bus = try RealTimeQueue(name: "bus", priority: 0)
        chip = MeterChip(["bell", "light"], on: time, bus: bus, isHanging: true)
        var entries: [Wiring.Entry] = [
            .button("bell", line: "bell") { $0.debounce = .zero }, .led("light", line: "light"),
        ]
        if hasDisplay { entries.append(.display("screen", bus: "i2c-1")) }
        board = try chip.board(entries, on: time)
        let (button, led) = (try board.button("bell"), try board.led("light"))
        let screen = hasDisplay ? try board.display("screen") : nil
        subscription = time.perform {
            button.observe { isPressed in
                led.set(isPressed)
                screen?.set(isPressed ? "pressed" : "released")
            }
        }
    }

    /// Prints `hanging WITH WITHOUT`, the means of the middle halves in nanoseconds. The boards are on this thread, so that
    /// waking one up does not count.
    static func measure(rounds: Int) throws {
        let time = VirtualTime()
        let boxes = [try HangingBus(on: time, hasDisplay: true), try HangingBus(on: time, hasDisplay: false)]
        var samples: [[Double]] = [[], []]
        // The first round is not counted. Each of the two is first in half of the rounds.
        for round in 0...rounds {
            for turn in 0...1 {
                let index = (turn + round) % 2
                for press in 0..<presses {
                    let duration = time.perform { boxes[index].press(press.isMultiple(of: 2)) }
                    time.advance(by: .milliseconds(1))
                    if round > 0 { samples[index].append(duration) }
                }
            }
        }
        let means = samples.map { values in
            let middle = values.sorted()[(values.count / 4)..<(values.count * 3 / 4)]
            return middle.reduce(0, +) / Double(middle.count)
        }
        print("hanging", means[0], means[1])
        // The bus would never be closed.
        exit(0)
    }

    /// Presses or releases the button. Returns the nanoseconds until the LED's line was set.
    private func press(_ isPressed: Bool) -> Double {
        let start = nanoseconds(CLOCK_MONOTONIC)
        try? chip.lines.drive("bell", isPressed ? .active : .inactive)
        return chip.time - start
    }
}
