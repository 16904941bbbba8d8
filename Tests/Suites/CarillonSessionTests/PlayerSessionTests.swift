import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling
import MobiusCore
import SessionTestSupport
import TestSupport
import Testing

/// Sessions of a box with a player, whose events are inputs.
@Suite struct PlayerSessionTests {
    private struct Model: Equatable, Sendable {
        var presses = 0
        var heard: [PlayerEvent] = []
    }

    private enum Event: Sendable {
        case pressed
        case player(PlayerEvent)
    }

    private let wiring = try! Wiring(.button("go", line: "A"))
    private let commands: [PlayerCommand] = [
        .play(Playlist("/music", isShuffled: true, repetition: .all)), .next, .pause, .skip(.milliseconds(200)),
        .resume,
        .previous, .toggle, .seek(.milliseconds(100)), .stop,
    ]

    private func makeJukebox(on board: Board) throws -> MobiusController<Model, Event, PlayerCommand> {
        Mobius.loop(
            update: { [commands] model, event in
                var model = model
                switch event {
                case .pressed:
                    model.presses += 1
                    return .next(model, effects: [commands[model.presses % commands.count]])
                case .player(let event):
                    model.heard = model.heard.suffix(3) + [event]
                    return .next(model)
                }
            },
            effectHandler: EffectRouter<PlayerCommand, Event>()
                .routeEffects(withParameters: { $0 }).to(board.player.perform).asConnectable
        )
        .withEventSource(
            board.events(
                try board.button("go").pressed(send: .pressed),
                board.player.events(positionEvery: .milliseconds(500)) { .player($0) })
        )
        .makeController(from: Model(), on: board.queue)
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>) func replayPlaysTheSameTracks(seed: UInt64) throws {
        let session = try HostileSession(of: wiring, seed: seed, lasting: .seconds(20), makeJukebox)
        #expect(session.eventLog.contains { $0.contains("player(") })
        let (eventLog, divergence) = try HostileSession.replay(session.session, of: wiring, makeJukebox)
        expectEqual(divergence, nil)
        expectEqual(eventLog, session.eventLog)
    }

    @Test func invalidEventOfThePlayerIsRefused() throws {
        let board = try Board(
            .bench(lines: ["A"]), wiring: wiring.placed(on: .bench(lines: ["A"])),
            inputs: BoardInputs(chip: SimulatedChip(lineNames: ["A"], time: VirtualTime()), queue: VirtualTime()),
            audio: BoardAudio(AudioEngine(output: SimulatedOutput(pacedBy: VirtualTime()), on: VirtualTime())) {
                Sound(name: "\($0)", format: $1.format, samples: [])
            })
        for text in ["", "{", #"{"started":{}}"#, #"{"position":{"_0":{"track":"\ud800","time":[0,0]}}}"#] {
            #expect(!board.replay("player:events", text))
        }
        #expect(board.replay("player:events", #"{"resumed":{}}"#))
        #expect(board.player.isPlaying)
    }
}
