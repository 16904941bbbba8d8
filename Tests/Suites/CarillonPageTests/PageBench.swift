import CarillonAudio
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import CarillonScheduling
import CarillonSession
import Dispatch
import MobiusCore

@testable import CarillonBoard
@testable import CarillonPage

/// The page of a bell that counts its rings, on a simulated chip and a free port.
final class PageBench {
    enum Event: Sendable {
        case ring
        case ended(VoiceEndReason)
        case start(Int)
        case tune(String)
        case reset
    }
    enum Effect: Sendable {
        case tell(Int)
        case chime
    }

    let queue: RealTimeQueue
    /// The request for a test of the session, if it is to be kept waiting.
    let test = Locked<(@Sendable ([UInt8]?) -> Void)?>(nil)
    /// Signalled when a test has been asked for and is kept waiting.
    let testWanted = DispatchSemaphore(value: 0)
    /// Signalled when a test is not wanted any more.
    let testEnded = DispatchSemaphore(value: 0)
    /// The effects that have been handled.
    let told = Locked<[Int]>([])
    /// The lines for the journal.
    let reports = Locked<[String]>([])
    private let key = PageKey()
    private let chip: SimulatedChip
    private let board: Board
    private let controller: MobiusController<Int, Event, Effect>
    private let page: BoardPage
    /// The wiring as placed on the board.
    let placed: Wiring
    private let header: Session.Header
    private let recording: CarillonSession.Recording?
    private let entries = Locked<[Session.Entry]>([])
    private let eventLog: EventLogRecorder<Int, Event, Effect>
    private var seen: String?

    /// - Parameters:
    ///   - isReal: Whether the page does not know that the chip is simulated.
    ///   - isWatchedBeforeStart: Whether a browser watches before the loop runs.
    init(
        isReal: Bool = false, hasControl: Bool = false, isRecorded: Bool = false, keepsTestWaiting: Bool = false,
        isWatchedBeforeStart: Bool = false
    ) throws {
        let wiring = try Wiring(
            .title("Front door"),
            .button("ring", line: "L1") {
                $0.debounce = .zero
                $0.key = "r"
            },
            .encoder("volume", a: "L2", b: "L3"),
            .switch("night", line: "L4") { $0.debounce = .zero }, .led("lamp", line: "L5"), .led("low", line: "L6"),
            .led("high", line: "L7"), .rgb("mood", red: "L8", green: "L9", blue: "L10"),
            .number("count", leds: ["low", "high"]), .sound("chime", file: "doorbell.wav"),
            .relay("valve", line: "L11").settable(by: .fleet), .reader("cards", device: "cards"))
        let description = BoardDescription.bench(lines: (1...11).map { "L\($0)" })
        queue = try RealTimeQueue(name: "board", priority: 0)
        let (queue, told) = (queue, told)
        let (test, testWanted, testEnded) = (test, testWanted, testEnded)
        chip = SimulatedChip(lineNames: description.lineNames, time: queue)
        placed = try wiring.placed(on: description)
        header = Session.Header(of: placed, on: queue)
        let recording = CarillonSession.Recording(header, chip: chip, queue: queue, wiring: placed) { [entries] entry in
            entries.withLock { $0.append(entry) }
        }
        self.recording = isRecorded ? recording : nil
        board = try Board(
            description, wiring: placed, inputs: isRecorded ? recording.inputs : BoardInputs(chip: chip, queue: queue),
            audio: BoardAudio(AudioEngine(output: SilentOutput(pacedBy: queue), on: queue)) { name, engine in
                let samples = [Float](repeating: 0, count: engine.format.frames(in: .milliseconds(20)))
                return Sound(name: "\(name)", format: engine.format, samples: samples)
            })
        _ = board.attachments.object { [reports] in
            CommandLog(clock: queue) { line, _ in reports.withLock { $0.append(line) } }
        }
        controller = try Self.makeController(on: board, chimes: isRecorded, told: told)
        eventLog = EventLogRecorder(on: board.queue)
        if isRecorded { controller.addMonitor(eventLog) }
        let parts = BoardPage.Parts(
            program: "bell", board: board, wiring: placed, chip: isReal ? nil : chip,
            queue: queue, hasControl: hasControl, file: { Array($0.utf8) },
            sound: { "\($0)" == "alert" ? Array("alert".utf8) : nil }, isRecorded: isRecorded,
            session: { form, then in
                guard keepsTestWaiting else {
                    then(isRecorded ? Array("\(form)".utf8) : nil)
                    return nil
                }
                test.withLock { $0 = then }
                testWanted.signal()
                return { _ = testEnded.signal() }
            })
        page = try BoardPage(parts, at: .loopback(port: 0), key: key) { [controller] didGrow in
            PageLoop(controller, clock: queue, didGrow: didGrow)
        }
        if isWatchedBeforeStart {
            page.queue.perform { page.isWatched(true) }
            queue.perform {}
            page.queue.perform {}
        }
        controller.start()
        page.start()
    }

    /// - Parameter chimes: Whether each ring is a sound, whose end is an event.
    static func makeController(
        on board: Board, chimes: Bool, told: Locked<[Int]>
    ) throws -> MobiusController<Int, Event, Effect> {
        let controller = Mobius.loop(
            update: { (count: Int, event: Event) -> Next<Int, Effect> in
                switch event {
                case .ring: .next(count + 1, effects: [.tell(count + 1)] + (chimes ? [.chime] : []))
                case .ended: .next(count + 100)
                case .start(let number): .next(number)
                case .tune(let tune): .next(count + 10 * tune.count)
                case .reset: .next(0)
                }
            },
            effectHandler: EffectRouter<Effect, Event>()
                .routeCase(Effect.tell).to { number in told.withLock { $0.append(number) } }
                .routeCase(Effect.chime).to(try board.speaker.handler("chime", then: Event.ended)).asConnectable
        ).withEventSource(
            board.events(
                try board.button("ring").pressed(send: .ring),
                board.values.number("start", in: 0...9).commanded { .start($0) },
                board.values.choice("tune", of: ["calm", "loudly"]).commanded { .tune($0) },
                board.values.button("reset").pressed(send: .reset))
        ).makeController(from: 0, on: board.queue)
        controller.connectView(board.values.text("state").view { "at \($0)" })
        controller.connectView(try board.number("count"))
        return controller
    }

    /// Ends the recording, and returns the session.
    func finishSession() -> Session {
        queue.perform { recording?.queue.finish() }
        var lines: [EventLogLine] = []
        while let line = eventLog.next() { lines.append(line) }
        return Session(header, entries: entries.withLock { $0 }, eventLog: lines)
    }

    func close() {
        controller.stop()
        page.close()
        board.close()
        queue.stop()
    }

    /// The number of copies that the page has asked the loop for.
    var copies: Int { page.queue.perform { page.copies } }

    /// Signals that there is news.
    func announce() { queue.sync(page.signal.announce) }

    /// The contacts that browsers hold.
    var holds: [String] { page.queue.perform { page.holds.keys.sorted() } }

    /// Returns the first state for which `isWanted` returns true.
    func state(_ isWanted: (String) -> Bool = { _ in true }) -> String {
        while true {
            let state = get(seen.map { "/next?seen=\($0)" } ?? "/next")
            guard state.status == 200 else { return "status \(state.status): \(state.body)" }
            let version = state.body.firstRange(of: "\"seen\":\"").map {
                state.body[$0.upperBound...].prefix { $0 != "\"" }
            }
            seen = version.map { String($0) }
            if isWanted(state.body) { return state.body }
        }
    }

    func get(_ path: String) -> (status: Int, head: String, body: String) {
        RawClient(port: page.port).ask(
            "GET \(path) HTTP/1.1\nHost: localhost\nAuthorization: Carillon \(key)\n\n")
    }

    func getWithoutKey(_ path: String) -> Int {
        RawClient(port: page.port).ask("GET \(path) HTTP/1.1\nHost: localhost\n\n").status
    }

    /// Returns a client that has sent a request and has not read the reply.
    func begin(_ path: String) -> RawClient {
        let client = RawClient(port: page.port)
        let head = "GET \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Carillon \(key)\r\n\r\n"
        client.send(Array(head.utf8))
        return client
    }

    func act(_ body: String) -> Int { post("/api/act", body) }

    func post(_ path: String, _ body: String) -> Int { post(path, Array(body.utf8)) }

    func post(_ path: String, _ body: [UInt8]) -> Int {
        let head =
            "POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Carillon \(key)\r\n"
            + "Content-Length: \(body.count)\r\n\r\n"
        let client = RawClient(port: page.port)
        client.send(Array(head.utf8) + body)
        return client.answer().status
    }

    func press() {
        _ = act(#"{"device":"button ring","do":"press"}"#)
        _ = act(#"{"device":"button ring","do":"release"}"#)
    }
}
