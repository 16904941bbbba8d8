import CLibrary
import CarillonBoard
import CarillonDevices
import CarillonRealTime
import CarillonScheduling
import Screens

/// The steps of a knob on a display of 128 x 64 dots with a list of 3000 rows: drawn by a screen, or by hand.
enum ScreenStep: String {
    case step
    case hand

    /// Prints the name and `QUEUE BYTE`, the medians in nanoseconds: the work of the board's queue, and the time from the turn to
    /// the first byte on the bus.
    func measure(steps: Int) throws {
        let queue = try RealTimeQueue(name: "board", priority: 0)
        let chip = MeterChip([], on: queue, bus: try RealTimeQueue(name: "bus", priority: 0))
        let board = try chip.board([.display("screen", bus: "i2c-1")], on: queue)
        let turn = try self == .step ? turn(of: board.screen("screen")) : turn(of: board.display("screen"))
        var (work, byte): ([Double], [Double]) = ([], [])
        for _ in 0..<steps {
            usleep(5000)
            let sent = chip.bytes.value
            let times = queue.perform {
                let start = nanoseconds(CLOCK_MONOTONIC)
                turn()
                return (start: start, end: nanoseconds(CLOCK_MONOTONIC))
            }
            while chip.bytes.value == sent { sched_yield() }
            byte.append(nanoseconds(CLOCK_MONOTONIC) - times.start)
            work.append(times.end - times.start)
        }
        print(rawValue, work.sorted()[steps / 2], byte.sorted()[steps / 2])
        exit(0)
    }

    private func turn(of screen: Screen) -> () -> Void {
        screen.set { List { ForEach(0..<3000) { Text("Station \($0)") } } }
        return { screen.move(by: 1) }
    }

    private func turn(of display: Display) -> () -> Void {
        var (focus, top) = (0, 0)
        return {
            focus += 1
            top = max(top, focus - 6)
            var picture = Picture(width: 128, height: 64)
            for row in top..<top + 7 {
                let y = (row - top) * 9
                picture.draw("Station \(row)", x: 2, y: y + 1)
                if row == focus { picture.invert(x: 0, y: y, width: 125, height: 9) }
            }
            picture.fill(x: 127, y: 61 * top / 2993, width: 1, height: 3)
            display.set(picture)
        }
    }
}
