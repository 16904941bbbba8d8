import CarillonAudio
import CarillonBoard
import CarillonGPIO
import CarillonScheduling
import CarillonSession
import MobiusCore
import TestSupport
import Testing

@testable import CarillonTest

/// A session of a box in a fleet is replayed without a broker: it contains the commands, and nothing else of the fleet.
@Suite struct FleetSessionTests {
    private static let wiring = try! Wiring(
        .button("bell", line: "A"), .led("light", line: "B"), .led("lamp", line: "C"), .relay("door", line: "D"),
        .servo("arm", line: "E"), .sound("chime", file: "doorbell.wav"))

    /// A visitor, and commands of each kind: for the loop, for a lamp that a view drives, for devices that no view
    /// drives, for a sound, and one that is ignored.
    private func recorded() throws -> RecordedBox {
        let box = try RecordedBox(Self.wiring, FleetDoorbell.make)
        box.press("A")
        for (payload, topic) in [
            ("ON", "app-switch/quiet"), ("ON", "led/lamp"), ("ON", "relay/door"), ("45", "servo/arm"),
            ("ON", "led/light"), ("play alarm", "speaker/sound"),
        ] {
            box.broker.send(payload, to: topic)
            box.time.advance(by: .milliseconds(300))
        }
        box.press("A")
        box.broker.send("7", to: "app-number/volume")
        box.broker.send("OFF", to: "relay/door")
        box.time.advance(by: .zero)
        box.broker.stop()
        box.time.advance(by: .seconds(3))
        return box
    }

    @Test func benchReplaysCommandsWithoutABroker() throws {
        let box = try recorded()
        expectEqual(box.broker["relay/door"], "OFF")
        #expect(box.changes.contains { $0.name == "door" })
        let session = box.finish()
        let bench = try Bench(replaying: session, wiring: Self.wiring, FleetDoorbell.make)
        expectEqual(bench.divergence, nil)
        expectEqual(bench.eventLog.map(\.text), session.eventLog.map(\.text))
        expectEqual(bench.changes.map { "\($0)" }, box.changes.map { "\($0)" })
        expectEqual(bench.model, FleetDoorbell.Model(rings: 2, isQuiet: true, isLit: true, volume: 7))
        try bench.press("bell")
        expectEqual(bench.model.rings, 3)
    }

    @Test func benchReplaysCommandsWithABroker() throws {
        let session = try recorded().finish()
        let bench = try Bench(
            replaying: session, wiring: Self.wiring, fleet: .homeAssistant, FleetDoorbell.make)
        expectEqual(bench.divergence, nil)
        expectEqual(bench.eventLog.map(\.text), session.eventLog.map(\.text))
        bench.advance(by: .seconds(1))
        bench.broker.send("ON", to: "relay/door")
        bench.advance(by: .seconds(1))
        expectEqual(bench.broker["relay/door"], "ON")
    }

    @Test func programReplaysCommandsWithoutABroker() throws {
        let session = try recorded().finish()
        let program = SessionProgram(
            wiring: Self.wiring, FleetDoorbell.make)
        let outcome = try program.replay(session)
        expectEqual(outcome.divergence, nil)
        expectEqual(outcome.eventLog.map(\.text), session.eventLog.map(\.text))
    }

    @Test func commandsAreTheOnlyRecordedInputOfTheFleet() throws {
        let quiet = try RecordedBox(Self.wiring, FleetDoorbell.make)
        quiet.press("A")
        let alone = try RecordedBox(Self.wiring, isInFleet: false, FleetDoorbell.make)
        alone.press("A")
        expectEqual(quiet.finish().entries, alone.finish().entries)

        let commands = try recorded().finish().entries.compactMap { entry in
            if case .command(let path, let payload) = entry.input { "\(path) \(payload)" } else { nil }
        }
        expectEqual(
            commands,
            [
                "app-switch/quiet ON", "led/lamp ON", "relay/door ON", "servo/arm 45", "led/light ON",
                "speaker/sound play alarm", "app-number/volume 7", "relay/door OFF",
            ])
    }

    @Test func lossOfTheBrokerIsNotRecordedInASession() throws {
        let limits = OutputLimits(longestOn: .seconds(45), withoutFleet: .seconds(30))
        let wiring = try Wiring(
            .button("bell", line: "A"), .led("light", line: "B") { $0.limits = limits }, .led("lamp", line: "C"),
            .relay("door", line: "D") { $0.limits = limits }, .servo("arm", line: "E"),
            .sound("chime", file: "doorbell.wav"))
        let boxes = try [true, false].map { isStopped in
            let box = try RecordedBox(wiring, FleetDoorbell.make)
            box.press("A")
            box.broker.send("ON", to: "relay/door")
            box.time.advance(by: .zero)
            if isStopped { box.broker.stop() }
            box.time.advance(by: .seconds(60))
            return box
        }
        let changes = boxes.map { box in box.changes.filter { $0.name == "door" }.count }
        expectEqual(changes, [2, 2])
        let sessions = boxes.map { $0.finish() }
        expectEqual(sessions[0].entries, sessions[1].entries)
        let bench = try Bench(replaying: sessions[0], wiring: wiring, FleetDoorbell.make)
        expectEqual(bench.divergence, nil)
    }

    @Test func picturesOfADisplayAreNotRecordedInASession() throws {
        let wiring = try Wiring(.button("bell", line: "A"), .display("screen", bus: "i2c-1"))
        let boxes = try [true, false].map { isInFleet in
            let box = try RecordedBox(wiring, isInFleet: isInFleet) { board in
                let controller = Mobius.beginnerLoop { (count: Int, step: Int) in count + step }
                    .withEventSource(try board.button("bell").pressed(send: 1)).makeController(from: 0, on: board.queue)
                controller.connectView(try board.display("screen").view { "\($0)" })
                return controller
            }
            for _ in 1...3 {
                box.press("A")
                box.time.advance(by: .seconds(4))
            }
            return box
        }
        expectEqual(boxes[0].broker.messages.filter { $0.topic == "display/screen/picture" }.count, 2)
        expectEqual(boxes[0].finish().entries, boxes[1].finish().entries)
    }

    @Test func replayWithoutTheDeviceOfACommandDiverges() throws {
        var session = try recorded().finish()
        let last = try #require(session.entries.last)
        session.entries.append(Session.Entry(time: last.time, .command(path: "relay/gate", payload: "ON")))
        let bench = try Bench(replaying: session, wiring: Self.wiring, FleetDoorbell.make)
        expectEqual(bench.divergence?.reason, .notRequested(.command(path: "relay/gate", payload: "ON")))
    }
}

/// A box in a fleet, in virtual time, whose session is recorded.
private final class RecordedBox {
    let time = VirtualTime()
    let broker: BenchBroker
    private let chip: SimulatedChip
    private let recording: CarillonSession.Recording
    private let board: Board
    private let outlet: FleetOutlet?
    private let record = BenchRecord()
    private let log = Locked<[Session.Entry]>([])
    private let header: Session.Header
    private let eventLog: () -> [EventLogLine]
    private let stop: () -> Void

    var changes: [DeviceChange] { record.changes }

    init<Model, Event, Effect>(
        _ wiring: Wiring, isInFleet: Bool = true,
        _ makeController: (Board) throws -> MobiusController<Model, Event, Effect>
    ) throws {
        let lines = wiring.wires.map(\.wire.line.name)
        let description = BoardDescription.bench(lines: lines)
        let wiring = try wiring.placed(on: description)
        chip = SimulatedChip(lineNames: lines, time: time)
        header = Session.Header(of: wiring, on: time)
        broker = BenchBroker(on: time)
        outlet = isInFleet ? broker.outlet(.homeAssistant) : nil
        recording = CarillonSession.Recording(header, chip: chip, queue: time, wiring: wiring) { [log] entry in
            log.withLock { $0.append(entry) }
        }
        let output = SimulatedOutput(format: AudioFormat(rate: 1000, channels: 1), pacedBy: time)
        board = try Board(
            description, wiring: wiring, inputs: recording.inputs,
            audio: BoardAudio(AudioEngine(output: output, on: time), load: SimulatedBoard.silence), didFail: record.fail
        )
        record.follow(board)
        let controller = try makeController(board)
        let recorder = EventLogRecorder<Model, Event, Effect>(on: recording.queue)
        controller.addMonitor(recorder)
        controller.start()
        eventLog = { Array(sequence(state: ()) { _ in recorder.next() }) }
        stop = { controller.stop() }
        outlet?.open(board, wiring: wiring)
        time.advance(by: .zero)
    }

    /// Presses a button for 80 ms, and waits until it has settled.
    func press(_ line: String) {
        for level in [Level.active, .inactive] {
            try! chip.drive(line, level)
            time.advance(by: .milliseconds(80))
        }
    }

    /// Ends the box, and returns its session.
    func finish() -> Session {
        time.sync {
            recording.queue.finish()
            stop()
            outlet?.close()
            board.close()
        }
        return Session(header, entries: log.withLock { $0 }, eventLog: eventLog())
    }
}
