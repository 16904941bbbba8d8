import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import CarillonSession

/// The lines of a test in the words of the bench, which can also be performed without a bench.
struct BenchScript: Equatable {
    enum Word: Equatable {
        case press(Int, Duration?)
        case hold(Int)
        /// Pushes a button down or releases it, sets a switch or a sensor.
        case set(Int, Bool)
        case turn(Int, Int)
        case presence(Bool)
        /// Drives a contact at once, without a pause.
        case drive(Int, Bool)
        case advance(Duration)
    }

    var words: [Word] = []

    /// The number of acts, without the pauses between them.
    var actCount: Int { words.count { if case .advance = $0 { false } else { true } } }

    /// Writes acts with their times, which are rounded to `step`. An act whose time has passed, because the act before it
    /// takes longer on the bench, follows at once.
    init(_ acts: HandActs, until end: Duration, step: Duration) {
        func round(_ time: Duration) -> Duration { time.rounded(to: step) }
        var now = Duration.zero
        func pause(to time: Duration) {
            guard time > now else { return }
            words.append(.advance(time - now))
            now = time
        }
        for act in acts.acts {
            pause(to: round(act.time))
            guard let control = act.control else {
                if case .presence(let isPresent) = act.move { words.append(.presence(isPresent)) }
                continue
            }
            let pause = acts.controls[control].pause
            switch act.move {
            case .press(let duration):
                words.append(.press(control, max(round(duration), step)))
                now += max(round(duration), step) + pause
            case .level(let isActive):
                words.append(.set(control, isActive))
                now += pause
            case .turn(let steps):
                words.append(.turn(control, steps))
                guard case .turn(let stepsPerCycle) = acts.controls[control].control.form else { continue }
                now += SimulatedHand.quarterTurn * (abs(steps) * 4 / stepsPerCycle)
            case .presence: break
            }
        }
        pause(to: round(end))
    }

    /// Writes each change of a contact at its exact time. Turns and presses are written as changes too.
    init(literally acts: HandActs, until end: Duration) {
        var now = Duration.zero
        func pause(to time: Duration) {
            guard time > now else { return }
            words.append(.advance(time - now))
            now = time
        }
        func drive(_ control: Int, _ isActive: Bool) {
            words.append(.drive(control, isActive))
            now += .nanoseconds(1)
        }
        for act in acts.acts {
            pause(to: act.time)
            switch (act.control, act.move) {
            case (let control?, .level(let isActive)): drive(control, isActive)
            case (let control?, .press(let duration)):
                drive(control, true)
                pause(to: act.time + duration)
                drive(control, false)
            case (let control?, .turn(let steps)):
                words.append(.turn(control, steps))
                guard case .turn(let stepsPerCycle) = acts.controls[control].control.form else { continue }
                now += SimulatedHand.quarterTurn * (abs(steps) * 4 / stepsPerCycle)
            case (_, .presence(let isPresent)): words.append(.presence(isPresent))
            default: break
            }
        }
        pause(to: end)
    }
}

// MARK: - Performing

extension BenchScript {
    /// Performs the words on a board.
    ///
    /// - Parameter isOver: Whether to stop, called before each word and after each piece of the program's work.
    func perform(on board: SimulatedBoard, controls: [SimulatedControl], until isOver: () -> Bool) {
        for word in words {
            guard !isOver() else { return }
            switch word {
            case .press(let index, let duration):
                let control = controls[index]
                board.perform(duration.map { .hold(control, $0) } ?? .click(control, times: 1), until: isOver)
            case .hold(let index):
                let control = controls[index]
                let longest = board.board.devices(called: control.device).flatMap(\.features)
                    .compactMap(\.longestHold).first
                board.perform(
                    .hold(control, longest.map { $0 + control.control.debounce } ?? control.holdTime),
                    until: isOver)
            case .set(let index, let isOn): board.perform(.set(controls[index], isOn: isOn), until: isOver)
            case .turn(let index, let steps): board.perform(.turn(controls[index], steps: steps), until: isOver)
            case .presence(let isPresent): board.time.sync { isPresent ? board.chip.plugIn() : board.chip.unplug() }
            case .drive(let index, let isActive):
                let line = controls[index].line.name
                board.time.sync { try? board.chip.drive(line, isActive ? .active : .inactive) }
                board.time.advance(by: .nanoseconds(1))
            case .advance(let duration): _ = board.time.advance(atMost: duration, until: isOver)
            }
        }
    }
}

extension SimulatedBoard {
    fileprivate func perform(_ act: SimulatedAction, until isOver: () -> Bool) {
        let isDone = Locked(false)
        time.sync {
            hand.perform(act)
            hand.whenDone { isDone.withLock { $0 = true } }
        }
        _ = time.advance(atMost: .seconds(366 * 24 * 3600)) { isDone.withLock { $0 } || isOver() }
    }
}

// MARK: - Text

extension BenchScript {
    /// The lines of the test. A line that follows itself is written once, in a loop.
    func lines(_ controls: [SimulatedControl]) -> [String] {
        var lines: [(text: String, count: Int)] = []
        for text in words.map({ Self.text($0, controls) }) {
            if lines.last?.text == text { lines[lines.count - 1].count += 1 } else { lines.append((text, 1)) }
        }
        return lines.map { $0.count == 1 ? $0.text : "for _ in 1...\($0.count) { \($0.text) }" }
    }

    private static func text(_ word: Word, _ controls: [SimulatedControl]) -> String {
        func name(_ index: Int) -> String { SwiftText.literal(controls[index].device) }
        switch word {
        case .press(let index, let duration):
            return "try bench.press(\(name(index))\(duration.map { ", for: \(text($0))" } ?? ""))"
        case .hold(let index): return "try bench.hold(\(name(index)))"
        case .set(let index, let isOn):
            let control = controls[index].control
            if control.isPressed { return "try bench.\(isOn ? "pushDown" : "release")(\(name(index)))" }
            return control.senses
                ? "try bench.sense(\(name(index)), \(isOn))" : "try bench.flip(\(name(index)), to: \(isOn))"
        case .turn(let index, 1): return "try bench.turn(\(name(index)))"
        case .turn(let index, let steps): return "try bench.turn(\(name(index)), by: \(steps))"
        case .presence(let isPresent): return isPresent ? "bench.plugInChip()" : "bench.unplugChip()"
        case .drive(let index, let isActive):
            return "try bench.play(\"\(isActive ? "-" : "_")\", on: \(name(index)), each: .zero)"
        case .advance(let duration): return "bench.advance(by: \(text(duration)))"
        }
    }

    /// Returns a duration as Swift code.
    static func text(_ duration: Duration) -> String {
        let nanoseconds = duration.wholeNanoseconds
        for (unit, size) in [("seconds", 1_000_000_000), ("milliseconds", 1_000_000), ("microseconds", 1000)]
        where nanoseconds % Int64(size) == 0 {
            return ".\(unit)(\(grouped(nanoseconds / Int64(size))))"
        }
        return ".nanoseconds(\(grouped(nanoseconds)))"
    }

    /// Returns a number with an underscore before each group of three digits, from 10 000 on.
    private static func grouped(_ number: Int64) -> String {
        let digits = Array("\(number)")
        guard digits.count > 4 else { return "\(number)" }
        return digits.enumerated().map { index, digit in
            index > 0 && (digits.count - index) % 3 == 0 ? "_\(digit)" : "\(digit)"
        }.joined()
    }
}

extension Duration {
    /// Returns the nearest multiple of a step.
    func rounded(to step: Duration) -> Duration {
        let step = step.wholeNanoseconds
        // A session may have been changed to contain times that nothing can be added to.
        let time = min(wholeNanoseconds, .max - step)
        return .nanoseconds((time + step / 2) / step * step)
    }
}

extension SimulatedControl {
    /// The time that the bench waits after a change.
    fileprivate var pause: Duration { max(control.debounce * 2, SimulatedHand.minimumPause) }
}
