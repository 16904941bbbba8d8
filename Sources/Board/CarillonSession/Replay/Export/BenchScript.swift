import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// The lines of a test in the words of the bench, which can also be performed without a bench.
struct BenchScript: Equatable {
    enum Word: Equatable {
        case press(Int, Duration?)
        case hold(Int)
        /// Pushes a button down or releases it, sets a switch or a sensor.
        case set(Int, Bool)
        case turn(Int, Int)
        case enter(Int, String)
        case presence(Bool)
        /// Drives a contact at once, without a pause.
        case drive(Int, Bool)
        case advance(Duration)
    }

    /// The time of a change of a contact without a pause.
    private static let drivingTime = Duration.nanoseconds(1)

    var words: [Word] = []

    /// Writes acts with their times. An act whose time has passed, because the act before it takes longer on the bench,
    /// follows at once.
    ///
    /// - Parameter step: The times are rounded to it. With nil, each change of a contact is written at its exact time.
    init(_ acts: RecordedActions, until end: Duration, step: Duration?) {
        func round(_ time: Duration) -> Duration { step.map { time.rounded(to: $0) } ?? time }
        var now = Duration.zero
        func add(_ word: Word, taking duration: Duration = .zero) {
            words.append(word)
            now += duration
        }
        func pause(to time: Duration) {
            if time > now { add(.advance(time - now), taking: time - now) }
        }
        for act in acts.acts {
            pause(to: round(act.time))
            switch (act.move, act.control) {
            case (.presence(let isPresent), _): add(.presence(isPresent))
            case (.turn(let steps), let control?):
                guard case .turn(let stepsPerCycle) = acts.controls[control].control.form else { continue }
                add(.turn(control, steps), taking: SimulatedUser.quarterTurn * (abs(steps) * 4 / stepsPerCycle))
            case (.enter(let text), let control?):
                let duration = SimulatedUser.duration(ofEntering: text, acts.controls[control].control)
                add(.enter(control, text), taking: duration)
            case (.press(let duration), let control?):
                if let step {
                    let duration = max(round(duration), step)
                    add(.press(control, duration), taking: duration + acts.controls[control].pause)
                } else {
                    add(.drive(control, true), taking: Self.drivingTime)
                    pause(to: act.time + duration)
                    add(.drive(control, false), taking: Self.drivingTime)
                }
            case (.level(let isActive), let control?):
                if step == nil {
                    add(.drive(control, isActive), taking: Self.drivingTime)
                } else {
                    add(.set(control, isActive), taking: acts.controls[control].pause)
                }
            case (_, nil): break
            }
        }
        pause(to: round(end))
    }
}

// MARK: - Performing

extension BenchScript {
    /// Performs the words on a board.
    ///
    /// - Parameter isOver: Whether to stop, called before each word and after each piece of the program's work.
    func perform(on board: SimulatedBoard, controls: [SimulatedControl], until isOver: () -> Bool) {
        func act(_ action: SimulatedAction) { board.user.perform(action, in: board.time, until: isOver) }
        for word in words {
            guard !isOver() else { return }
            switch word {
            case .press(let index, let duration):
                act(duration.map { .hold(controls[index], $0) } ?? .click(controls[index], times: 1))
            case .hold(let index): act(controls[index].maximumHold(on: board.board))
            case .set(let index, let isOn): act(.set(controls[index], isOn: isOn))
            case .turn(let index, let steps): act(.turn(controls[index], steps: steps))
            case .enter(let index, let text): act(.enter(controls[index], text))
            case .presence(let isPresent): board.time.sync { isPresent ? board.chip.plugIn() : board.chip.unplug() }
            case .drive(let index, let isActive):
                let line = controls[index].line.name
                board.time.sync { try? board.chip.drive(line, isActive ? .active : .inactive) }
                board.time.advance(by: Self.drivingTime)
            case .advance(let duration): _ = board.time.advance(atMost: duration, until: isOver)
            }
        }
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
        case .enter(let index, "none") where controls[index].kind == RFIDReader.kind:
            return "try bench.removeCard(from: \(name(index)))"
        case .enter(let index, let text) where controls[index].kind == RFIDReader.kind:
            return "try bench.putCard(\(SwiftText.literal(text)), on: \(name(index)))"
        case .enter(let index, let text): return "try bench.enter(\(SwiftText.literal(text)), at: \(name(index)))"
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
    fileprivate var pause: Duration { max(control.debounce * 2, SimulatedUser.minimumPause) }
}
