import CarillonBoard
import CarillonDevices
import CarillonScheduling
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

/// Sessions of a box with devices whose readings are inputs.
@Suite struct ReadingSessionTests {
    private let wiring = try! Wiring(
        .button("go", line: "A"), .keypad("pad", device: "pad"), .reader("door", device: "1234:5678"))

    private func makeLock(on board: Board) throws -> MobiusController<[String], String, Bool> {
        Mobius.loop(
            update: { (model: [String], event: String) in Next<[String], Bool>.next(model.suffix(5) + [event]) },
            effectHandler: EffectRouter<Bool, String>().asConnectable
        )
        .withEventSource(
            board.events(
                try board.button("go").pressed(send: "go"), try board.keypad("pad").typed { "\($0)" },
                try board.keypad("pad").released("KEY_1", send: "released"),
                try board.reader("door").line { "card \($0)" })
        )
        .makeController(from: [], on: board.queue)
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>) func replayHasTheSameReadings(seed: UInt64) throws {
        let session = try HostileSession(of: wiring, seed: seed, isGentle: true, lasting: .seconds(30), makeLock)
        for text in ["card 0012345678", "released"] {
            #expect(session.eventLog.contains { $0.contains(text) }, "\(session.eventLog)")
        }
        let (eventLog, divergence) = try HostileSession.replay(session.session, of: wiring, makeLock)
        expectEqual(divergence, nil)
        expectEqual(eventLog, session.eventLog)
    }

    private let measuring = try! Wiring(
        .button("go", line: "A"), .thermometer("room", chip: "lm75 i2c-1"), .analog("knob", chip: "mcp3008 spidev0.0"),
        .climate("inside", chip: "bme280 i2c-1"), .rfid("box", chip: "mfrc522 spidev0.1"),
        .distance("front", trigger: "B", echo: "C"))

    private func makeStation(on board: Board) throws -> MobiusController<[String], String, Bool> {
        Mobius.loop(
            update: { (model: [String], event: String) in Next<[String], Bool>.next(model.suffix(5) + [event]) },
            effectHandler: EffectRouter<Bool, String>().asConnectable
        )
        .withEventSource(
            board.events(
                try board.button("go").pressed(send: "go"), try board.thermometer("room").changed { "room \($0)" },
                try board.analog("knob").changed { "knob \($0)" },
                try board.climate("inside").humidity.changed { "humidity \($0)" },
                try board.rfid("box").present { "card \($0)" },
                try board.distance("front").below(30, send: "near"))
        )
        .makeController(from: [], on: board.queue)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>) func replayHasTheSameMeasurements(seed: UInt64) throws {
        let session = try HostileSession(of: measuring, seed: seed, isGentle: true, lasting: .seconds(120), makeStation)
        for text in ["room 25", "knob 1", "humidity 60", "card 04a1b2c3", "near"] {
            #expect(session.eventLog.contains { $0.contains(text) }, "\(session.eventLog)")
        }
        let (eventLog, divergence) = try HostileSession.replay(session.session, of: measuring, makeStation)
        expectEqual(divergence, nil)
        expectEqual(eventLog, session.eventLog)
    }

    private let touching = try! Wiring(.touchKeys("fruit", chip: "mpr121 i2c-1"))

    private func makeFruit(on board: Board) throws -> MobiusController<[String], String, Bool> {
        let keys = try board.touchKeys("fruit")
        return Mobius.loop(
            update: { (model: [String], event: String) in Next<[String], Bool>.next(model.suffix(5) + [event]) },
            effectHandler: EffectRouter<Bool, String>().asConnectable
        )
        .withEventSource(board.events(keys.touched { "touched \($0)" }, keys.released { "released \($0)" }))
        .makeController(from: [], on: board.queue)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>) func replayHasTheSameTouches(seed: UInt64) throws {
        let session = try HostileSession(of: touching, seed: seed, isGentle: true, lasting: .seconds(60), makeFruit)
        #expect(session.eventLog.contains { $0.contains("touched 0") }, "\(session.eventLog)")
        let (eventLog, divergence) = try HostileSession.replay(session.session, of: touching, makeFruit)
        expectEqual(divergence, nil)
        expectEqual(eventLog, session.eventLog)
    }
}
