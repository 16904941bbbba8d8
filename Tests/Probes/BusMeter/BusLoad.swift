import CLibrary
import CarillonBoard
import CarillonDevices
import CarillonRealTime
import CarillonScheduling
import MobiusCore
import Screens

/// A load of the buses, as a loop makes it.
enum BusLoad: String {
    /// A display of 128 x 64 dots that shows another picture 30 times a second, of which each byte differs from the one before.
    case display
    /// A strip of 300 pixels whose model sets other colours 60 times a second.
    case strip
    /// A strip of 300 pixels with a pattern that changes 60 times a second by itself.
    case pulse
    /// Eight analog inputs that are read 100 times a second, each time with another number.
    case analog
    /// A screen of 128 x 64 dots with a list of 3000 rows, in which the focus moves 30 times a second.
    case screen

    private var entries: [Wiring.Entry] {
        switch self {
        case .display, .screen: [.display("screen", bus: "i2c-1")]
        case .strip, .pulse: [.strip("strip", chip: "ws2812 spidev0.0", count: 300)]
        case .analog:
            (0..<8).map { channel in
                .analog("a\(channel)", chip: "mcp3008 spidev0.0", channel: channel) {
                    $0.sampling.interval = .milliseconds(10)
                }
            }
        }
    }

    /// The least number of bytes in a second.
    private var bytes: Int {
        switch self {
        case .display: 30 * 1024
        case .strip, .pulse: 60 * 300 * 9
        case .analog: 8 * 100 * 3
        case .screen: 30 * 100
        }
    }

    /// Prints the share of a core, in percent.
    func measure(seconds: Int) throws {
        let queue = try RealTimeQueue(name: "board", priority: 0)
        let chip = MeterChip([], on: queue, bus: try RealTimeQueue(name: "bus", priority: 0))
        let board = try chip.board(entries, on: queue)
        let controller = try makeController(on: board)
        controller.start()
        usleep(500_000)
        let (used, sent, start) = (
            nanoseconds(CLOCK_PROCESS_CPUTIME_ID), chip.bytes.value, nanoseconds(CLOCK_MONOTONIC)
        )
        usleep(UInt32(seconds * 1_000_000))
        let elapsed = nanoseconds(CLOCK_MONOTONIC) - start
        let share = (nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - used) / elapsed * 100
        let (count, expected) = (chip.bytes.value - sent, Int(Double(bytes) * elapsed / 1e9 * 0.95))
        guard count >= expected else { throw MeterError.tooFewBytes(count, expected: expected) }
        print(rawValue, share)
        controller.stop()
    }

    private func makeController(on board: Board) throws -> MobiusController<Int, Int, Never> {
        let queue = board.queue
        func frames(_ rate: Int) -> AnyEventSource<Int> {
            AnyEventSource { consumer in
                let ticks = queue.every(.nanoseconds(1_000_000_000 / rate), startingAt: nil) { _ in consumer(1) }
                return AnonymousDisposable { ticks.dispose() }
            }
        }
        func controller(_ source: AnyEventSource<Int>) -> MobiusController<Int, Int, Never> {
            Mobius.loop(
                update: { (frame: Int, step: Int) -> Next<Int, Never> in .next(frame &+ step) },
                effectHandler: EffectRouter<Never, Int>().asConnectable
            ).withEventSource(source).makeController(from: 0, on: queue)
        }
        switch self {
        case .display:
            let pictures = [UInt8(0), 0xff].compactMap { mask in
                Picture(width: 128, height: 64, bytes: (0..<1024).map { UInt8(truncatingIfNeeded: $0 * 37) ^ mask })
            }
            let made = controller(frames(30))
            made.connectView(try board.display("screen").view { pictures[$0 % 2] })
            return made
        case .strip:
            let rainbow = (0..<600).map { Color(red: Double($0 % 100) / 99, green: Double($0 % 60) / 59, blue: 0.5) }
            let looks = (0..<60).map { Array(rainbow[$0 * 5..<$0 * 5 + 300]) }
            let made = controller(frames(60))
            made.connectView(try board.strip("strip").view { looks[$0 % 60] })
            return made
        case .pulse:
            let made = controller(frames(1))
            let strip = try board.strip("strip")
            made.connectView(
                strip.view { _ in
                    [Color](repeating: .white, count: 300)
                } pattern: { _ in
                    .pulsing()
                })
            return made
        case .screen:
            let made = controller(frames(30))
            let screen = try board.screen("screen")
            screen.set { List { ForEach(0..<3000) { Text("Station \($0)") } } }
            made.connectView(DeviceView(ViewCount()) { _ in screen.move(by: 1) })
            return made
        case .analog:
            let inputs = try (0..<8).map { try board.analog("a\($0)") }
            return controller(
                AnyEventSource { consumer in
                    let sources = inputs.map { $0.changed(by: 0.005) { _ in 1 } }
                    let subscriptions = sources.map { $0.subscribe(consumer: consumer) }
                    return AnonymousDisposable { for each in subscriptions { each.dispose() } }
                })
        }
    }
}
