import CarillonGPIO

/// A recorded session of a program: all inputs that reached the board's queue, in their order.
///
/// The inputs are everything that the behaviour of a program depends on. A replay gives the same program the same
/// inputs in the same order, at the same times, and the program does the same, whatever its types are.
package struct Session: Equatable, Sendable {
    /// The program and the circumstances of the recording.
    package var header: Header
    /// The inputs, the earliest first.
    package var entries: [Entry]
    /// The work of the program for these inputs, for comparison. Lines may be missing.
    package var eventLog: [EventLogLine]

    package init(_ header: Header, entries: [Entry] = [], eventLog: [EventLogLine] = []) {
        self.header = header
        self.entries = entries
        self.eventLog = eventLog
    }
}

extension Session {
    /// The program and the circumstances of a recording.
    package struct Header: Equatable, Sendable {
        /// The name of the program.
        package var program = ""
        /// The version of the program; empty if it has none.
        package var version = ""
        /// The name of the board.
        package var board = ""
        /// The name of the wiring.
        package var wiring = ""
        /// The whole text of the wiring's file. The replay reads the devices from it.
        package var wiringText = ""
        /// The names of the input lines, as in ``Session/inputNames(of:)``. An input line's number is its index here.
        package var inputs: [String] = []
        /// The time of the queue's clock at the start.
        package var start = Duration.zero
        /// The time at the start in seconds since 1970.
        package var wallClock: Int64 = 0
        /// The seed of the random numbers.
        package var seed: UInt64 = 0

        package init() {}
    }

    /// An input and its time.
    package struct Entry: Equatable, Sendable {
        /// The time that `now` has for the whole turn that the input causes, on the queue's clock.
        package let time: Duration
        package let input: Input

        package init(time: Duration, _ input: Input) {
            self.time = time
            self.input = input
        }
    }

    /// An input of the board's queue. Observers, timers and sounds are numbered in the order of their requests, from 1 on;
    /// lines are numbered as in the header.
    package enum Input: Equatable, Sendable {
        /// An edge of a line. `time` is the kernel's.
        case edge(line: Int, Level, time: Duration, missed: Int)
        /// The `number`th reading of a line differed from the line's last known level; nil if it failed.
        case reading(line: Int, number: Int, Level?)
        /// A line has failed. `isGone` if its chip has disappeared.
        case failure(line: Int, isGone: Bool)
        /// An observer of the chip was notified that the chip is present or absent.
        case presence(observer: Int, Bool)
        /// A timer fired, or work that the queue itself had enqueued ran.
        case timer(Int, missed: Int)
        /// Work ran that the setup of the program, or another thread, waited for.
        case call(run: Int)
        /// Work ran that another thread had enqueued. `run` is the effect that enqueued it, or 0.
        case work(run: Int)
        /// A timer fired that another thread had scheduled: the `number`th of this effect.
        case workTimer(run: Int, number: Int, missed: Int)
        /// An event arrived that another thread had sent to a loop. `value` is the event in JSON; empty if the event is
        /// not `Codable`.
        case event(loop: Int, run: Int, value: [UInt8])
        /// A sound ended, with the number of its `VoiceEnd`.
        case soundEnd(Int, Int)
        /// A sound was refused.
        case soundRefused(Int)
        /// A command of the fleet arrived for the feature with this path.
        case command(path: String, payload: String)
        /// Entries are missing here because they could not be stored in time.
        case gap(Int)
        /// A loop began from a memory: a part of it, as of `SessionMemory`.
        case memory([UInt8])
    }

    /// The parts of the memories that loops began from.
    package var memoryParts: [[UInt8]] {
        entries.compactMap { if case .memory(let part) = $0.input { part } else { nil } }
    }
}
