import CLibrary
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import CarillonScheduling
import CarillonSession
import Dispatch
import MobiusCore
import MobiusExtras
import SessionTestSupport

// Measures recordings and replays:
//
//     ReplayProbe sessions COUNT     replays sessions with sounds, tasks and random times, worked by a hostile hand
//     ReplayProbe cost               the time of an edge with and without a recording
//     ReplayProbe hours HOURS        the time of the replay of a long session
//     ReplayProbe export HOURS       the time of the export of a session with that many hours of presses and seconds

/// Waits until other threads have had the chance to run.
func letOthersWork() {
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { done.signal() }
    done.wait()
}

func nanoseconds(_ body: () throws -> Void) rethrows -> Int64 {
    try ContinuousClock().measure(body).wholeNanoseconds
}

/// - Returns: Whether all sessions were replayed event for event.
func replaySessions(_ count: Int) throws -> Bool {
    let wiring = try Bell.devices()
    var (exact, inputs, bytes, events) = (0, 0, 0, 0)
    for seed in 0..<UInt64(count) {
        let recorded = try HostileSession(
            of: wiring, seed: seed, lasting: .seconds(20), pause: letOthersWork, Bell.make)
        let (eventLog, divergence) = try HostileSession.replay(recorded.session, of: wiring, Bell.make)
        if divergence == nil, eventLog == recorded.eventLog {
            exact += 1
        } else {
            print("seed \(seed): \(divergence.map { "\($0)" } ?? "another eventLog")")
        }
        inputs += recorded.inputs
        bytes += recorded.bytes
        events += recorded.eventLog.count
    }
    print(
        "\(exact) of \(count) sessions replayed event for event; \(inputs) inputs, \(events) lines of the event log,",
        terminator: " ")
    print("\(Double(bytes * 100 / max(inputs, 1)) / 100) bytes an input")
    return exact == count
}

/// Measures an edge from the line of a button to the line of a lamp.
func measureEdges() throws {
    var times: [[Int64]] = [[], []]
    for round in 0..<400 {
        let isRecorded = round % 2 == 1
        let wiring = try Wiring(.button("b", line: "A") { $0.debounce = .zero }, .led("l", line: "B"))
        let lines = BoardDescription.bench(lines: ["A", "B"])
        let placed = try wiring.placed(on: lines)
        let time = try RealTimeQueue(name: "edges", priority: 0)
        let chip = SimulatedChip(lineNames: ["A", "B"], time: time)
        let inbox = Inbox<Session.Entry>(capacity: 4096)
        let recording = CarillonSession.Recording(
            Session.Header(of: placed, on: time), chip: chip, queue: time, wiring: placed
        ) {
            entry in
            if case .full = inbox.put(entry) { while inbox.take() != nil {} }
        }
        let output = SimulatedOutput(format: AudioFormat(rate: 1000, channels: 1), pacedBy: time)
        let board = try Board(
            lines, wiring: placed, inputs: isRecorded ? recording.inputs : BoardInputs(chip: chip, queue: time),
            audio: BoardAudio(AudioEngine(output: output, on: time)) { name, engine in
                Sound(name: "\(name)", format: engine.format, samples: [0, 0])
            })
        let controller = Mobius.beginnerLoop(update: { (count: Int, isPressed: Bool) in isPressed ? count + 1 : count })
            .withEventSource(try board.button("b").changed { $0 }).makeController(from: 0, on: board.queue)
        controller.connectView(try board.led("l").view { $0 % 2 == 1 ? .on : .off })
        controller.start()
        let count = 5_000
        time.sync {
            let total = nanoseconds {
                for index in 0..<count { try? chip.drive("A", index % 2 == 0 ? .active : .inactive) }
            }
            times[round % 2].append(total / Int64(count))
        }
    }
    let best = times.map { $0.min() ?? 0 }
    print("plain \(best[0]) ns an edge, recorded \(best[1]) ns: \(best[1] - best[0]) ns more")
}

func measureReplay(hours: Int) throws {
    let wiring = try Bell.devices()
    let recorded = try HostileSession(of: wiring, seed: 1, isGentle: true, lasting: .seconds(hours * 3600), Hours.make)
    var (events, divergence): (Int, SessionDivergence?) = (0, nil)
    let time = try nanoseconds {
        let (eventLog, found) = try HostileSession.replay(recorded.session, of: wiring, Hours.make)
        (events, divergence) = (eventLog.count, found)
    }
    print(
        "\(hours) h, \(recorded.inputs) inputs, \(events) lines of the event log: replayed in \(time / 1_000_000) ms;",
        terminator: " ")
    print("\(divergence.map { "\($0)" } ?? "no difference")")
}

/// An application that counts presses and seconds.
enum Hours {
    static func make(on board: Board) throws -> MobiusController<Int, Int, Never> {
        Mobius.beginnerLoop(update: { (count: Int, step: Int) in count &+ step })
            .withEventSource(
                board.events(
                    try board.button("bell").pressed(send: 1), try board.button("stop").held(send: 60),
                    board.every(.seconds(1), send: 1000))
            )
            .makeController(from: 0, on: board.queue)
    }
}

func measureExport(hours: Int) throws {
    let wiring = try Bell.devices()
    let recorded = try HostileSession(of: wiring, seed: 1, isGentle: true, lasting: .seconds(hours * 3600), Hours.make)
    let clock = ContinuousClock()
    let (start, end) = (clock.now, Locked<ContinuousClock.Instant?>(nil))
    let export = try SessionExport(
        recorded.session, of: SessionProgram(wiring: wiring, Hours.make),
        while: {
            end.withLock { end in
                end = end ?? clock.now + SessionExport.searchTime
                return clock.now < end!
            }
        })
    let replayed = clock.now
    let (text, test) = try export.file(wiring: "wiring", module: "ReplayProbe", path: "session.carillon")
    print(
        "\(recorded.session.eventLog.count) lines of the event log, \(test.actCount) acts: replayed in", terminator: " "
    )
    print("\(replayed - start), exported in \(clock.now - start) as \(text.utf8.count) bytes,", terminator: " ")
    print(test.isInWords ? "in words" : test.isTooLong ? "too long for words" : "as a replay")
}

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first.flatMap(Int.init)) {
case ("sessions", let count?): exit(try replaySessions(count) ? 0 : 1)
case ("cost", nil): try measureEdges()
case ("export", let hours?): try measureExport(hours: hours)
case ("hours", let hours?): try measureReplay(hours: hours)
default:
    print("usage: ReplayProbe sessions COUNT | cost | hours HOURS | export HOURS")
    exit(2)
}
