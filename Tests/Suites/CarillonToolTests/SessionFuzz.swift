import CLibrary
import CarillonAudio
import CarillonBoard
import CarillonDevices
import CarillonScheduling
import CarillonSession
import MobiusCore
import MobiusExtras
import SessionTestSupport

@testable import CarillonTool

/// Shows, replays and exports the sessions of hostile files, and counts what becomes of them.
struct SessionFuzz {
    /// An application whose events have values, and whose effects are sounds and timers.
    enum Application {
        struct Model: Equatable, Sendable {
            var name = ""
            var rings = 0
            var levels: [Int] = []
        }

        enum Event: Codable, Sendable {
            case rung, late, ticked, ended
            case named(String)
            case turned(Int)
        }

        enum Effect: Sendable {
            case ring, wait
        }

        static func update(model: Model, event: Event) -> Next<Model, Effect> {
            var next = model
            switch event {
            case .rung:
                next.rings &+= 1
                return .next(next, effects: [.ring, .wait])
            case .late: next.rings &+= 10
            case .ticked: next.levels = model.levels.suffix(3) + [model.rings]
            case .ended: next.levels = []
            case .named(let name): next.name = name
            case .turned(let steps): next.rings &+= steps
            }
            return .next(next)
        }

        static func make(on board: Board) throws -> MobiusController<Model, Event, Effect> {
            let handler = EffectRouter<Effect, Event>()
                .routeCase(Effect.ring).to(try board.speaker.handler("ding", then: { _ in .ended }))
                .routeCase(Effect.wait).to(
                    board.timer().start(within: .milliseconds(1) ... .milliseconds(400), send: .late)
                )
                .asConnectable
            return Mobius.loop(update: update, effectHandler: handler)
                .withEventSource(
                    board.events(
                        try board.button("bell").pressed(send: .rung),
                        try board.encoder("volume").turned { .turned($0) },
                        board.chipPresence { _ in .late }, board.every(.seconds(1), send: .ticked))
                )
                .makeController(from: Model(), on: board.queue)
        }

        static func devices() throws -> Wiring {
            try Wiring(
                .button("bell", line: "A"), .encoder("volume", a: "B", b: "C"), .led("lamp", line: "D"))
        }
    }

    /// The number of sessions that are changed.
    private static let recordings: UInt64 = 64

    private let wiring: Wiring
    /// How many steps the search for a test in words may take.
    private let patience: Int
    private var recorded: [UInt64: Session] = [:]
    private let program: SessionProgram
    /// How often each thing became of a file.
    private(set) var outcomes: [String: Int] = [:]
    /// The faults: texts that are code, or that a terminal would obey.
    private(set) var faults: [String] = []

    init(patience: Int) throws {
        self.patience = patience
        wiring = try Application.devices()
        program = SessionProgram(wiring: wiring, timeout: .zero, Application.make)
    }

    mutating func run(_ count: Int, from first: UInt64) throws {
        for seed in first..<first + UInt64(count) {
            let session = try recorded[seed % Self.recordings] ?? record(seed % Self.recordings)
            fuzz(HostileFile(session, seed: seed).bytes, seed)
        }
    }

    private mutating func record(_ seed: UInt64) throws -> Session {
        var session = try HostileSession(
            of: wiring, seed: seed, isGentle: seed % 2 == 0, lasting: .seconds(10), Application.make
        ).session
        (session.header.program, session.header.board) = ("bell", "a bench")
        recorded[seed] = session
        return session
    }

    private mutating func count(_ outcome: String) { outcomes[outcome, default: 0] += 1 }

    private mutating func fuzz(_ bytes: [UInt8], _ seed: UInt64) {
        let file = SessionFile(bytes)
        guard let number = file.sessions.last else { return count("no session") }
        let session = file.session(number)
        let lines = SessionText(session: session, sessions: file.sessions).lines
        check(lines.allSatisfy { $0.unicodeScalars.allSatisfy(\.isPrintable) }, "show", seed)
        check((try? SessionTrace(session).json()) != nil, "trace", seed)
        count("shown")
        do {
            let session = try session.replayable()
            try replay(session, seed)
            try export(session, seed)
        } catch let error as SessionError {
            switch error {
            case .noHeader: count("refused: no header")
            case .noBeginning: count("refused: no beginning")
            case .controlCharacters: count("refused: control characters")
            default: count("refused: \(error)")
            }
        } catch let error as SessionDivergence {
            _ = error
            count("export: diverges")
        } catch {
            count("error: \(type(of: error))")
        }
    }

    private mutating func replay(_ session: Session, _ seed: UInt64) throws {
        guard let divergence = try program.replay(session).divergence else { return count("replay: no difference") }
        check("\(divergence)".unicodeScalars.allSatisfy(\.isPrintable), "replay", seed)
        switch divergence.reason {
        case .differs: count("replay: differs")
        case .notRequested: count("replay: no use for an input")
        case .notArrived: count("replay: not arrived")
        case .gap: count("replay: gap")
        }
    }

    private mutating func export(_ session: Session, _ seed: UInt64) throws {
        let rest = Locked(patience)
        let export = try SessionExport(session, of: program) {
            rest.withLock { rest in
                rest -= 1
                return rest > 0
            }
        }
        let (text, test) = try export.file(wiring: "wiring", module: "Bell", path: "session.carillon")
        let tokens = SwiftTokens(text)
        check(tokens.isWhole && !tokens.code.contains("evil("), "export: code", seed)
        check(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isPrintable }, "export: characters", seed)
        count(test.isInWords ? "export: in words" : test.isTooLong ? "export: too long" : "export: as a replay")
    }

    private mutating func check(_ isRight: Bool, _ name: String, _ seed: UInt64) {
        if !isRight { faults.append("\(name): seed \(seed)") }
    }
}
