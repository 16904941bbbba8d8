import CLibrary
import CarillonBoard
import CarillonRealTime
import CarillonScheduling
import Screens

/// The steps of a knob on a screen of 128 x 64 dots with a list of 3000 rows.
enum ScreenStep {
    /// Prints `step QUEUE BYTE`, the medians in nanoseconds: the work of the board's queue, and the time from the turn to the first
    /// byte on the bus.
    static func measure(steps: Int) throws {
        let queue = try RealTimeQueue(name: "board", priority: 0)
        let chip = MeterChip([], on: queue, bus: try RealTimeQueue(name: "bus", priority: 0))
        let screen = try chip.board([.display("screen", bus: "i2c-1")], on: queue).screen("screen")
        screen.set { List { ForEach(0..<3000) { Text("Station \($0)") } } }
        var (work, byte): ([Double], [Double]) = ([], [])
        for _ in 0..<steps {
            usleep(5000)
            let sent = chip.bytes.value
            let times = queue.perform {
                let start = nanoseconds(CLOCK_MONOTONIC)
                screen.move(by: 1)
                return (start: start, end: nanoseconds(CLOCK_MONOTONIC))
            }
            while chip.bytes.value == sent { sched_yield() }
            byte.append(nanoseconds(CLOCK_MONOTONIC) - times.start)
            work.append(times.end - times.start)
        }
        print("step", work.sorted()[steps / 2], byte.sorted()[steps / 2])
        exit(0)
    }
}
