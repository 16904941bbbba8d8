import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// The answers to the page's requests below `/api/`. Used on the page's queue.
struct PageRequests: Sendable {
    /// The rows of one answer.
    private static let mostRows = 200
    /// The longest time in seconds for which a press holds without being repeated.
    private static let maximumHold = 60.0
    /// The events that are copied in one turn of the board's queue.
    private static let piece = 64

    let page: BoardPage
    let request: HTTPRequest
    let reply: @Sendable (HTTPReply) -> Void

    /// - Returns: Ends the work if the browser leaves; nil for short work.
    func answer() -> (@Sendable () -> Void)? {
        switch request.path {
        case "/api/rows": on("GET", answerRows)
        case "/api/event": on("GET", answerEvent)
        case "/api/commands": on("GET", answerCommands)
        case "/api/trace": on("GET") { answerTrace(from: 0, []) }
        case "/api/session": return on("GET") { answerSession(.file, type: "application/octet-stream") } ?? nil
        case "/api/test": return on("GET") { answerSession(.test, type: "text/plain; charset=utf-8") } ?? nil
        case "/api/sound": on("GET", answerSound)
        case "/api/image": on("GET", answerImage)
        case "/api/act": on("POST", act)
        case "/api/go-on": on("POST", resume)
        case "/api/pause": on("POST") { steer { page in page.loop.hold(true) } }
        case "/api/run": on("POST") { steer { page in page.loop.hold(false) } }
        case "/api/step": on("POST") { steer { page in page.loop.step() } }
        default: reply(.refused(404, "there is no \(request.path)"))
        }
        return nil
    }

    /// Answers a request with this method, and refuses any other.
    @discardableResult private func on<Result>(_ method: String, _ answer: () -> Result) -> Result? {
        guard request.method == method else {
            reply(.refused(405, "\(request.method) is not possible for \(request.path)"))
            return nil
        }
        return answer()
    }

    // MARK: History

    private func answerRows() {
        guard let after = request.number("after"), let most = request.number("most"), after >= 0, most >= 0 else {
            return reply(.refused(400, "rows need the numbers after and most"))
        }
        page.onBoard { [history = page.loop.history] in
            let first = min(max(after, history.first), history.count)
            return history.copy(first..<first + min(most, Self.mostRows))
        } then: { copy in
            let rows = JSONText.object { json in
                json.array("rows") { json in for entry in copy.entries() { json.raw(JSONText.row(entry)) } }
            }
            reply(HTTPReply(rows))
        }
    }

    private func answerEvent() {
        withEvent(request.number("n"), missing: "an event needs its number n") { entry, values in
            let text = JSONText.object { json in
                json.key("event")
                if let event = entry.event { ValueTree.write(event, into: &json) } else { json.null() }
                json.key("before")
                if entry.event == nil { json.null() } else { ValueTree.write(entry.before, into: &json) }
                json.key("after")
                ValueTree.write(entry.after ?? entry.before, into: &json)
                json.moments(entry.moments)
                json.array("effects") { json in
                    for index in entry.effects.indices { Self.write(index, of: entry, into: &json) }
                }
                json.key("devices")
                let past = values.values(after: entry.number)
                json.devices(past == nil ? [] : page.log.features, past?.map { ($0, nil) } ?? [])
            }
            reply(HTTPReply(text))
        }
    }

    /// Runs `body` with an event of the history, and with the values of the features, on the page's queue.
    private func withEvent(
        _ number: Int?, missing: String, _ body: @escaping @Sendable (HistoryEntry, ValueLog) -> Void
    ) {
        guard let number, number >= 0, number < .max else { return reply(.refused(400, missing)) }
        page.onBoard { [history = page.loop.history, log = page.log] in
            (history.copy(number..<number + 1), log.log)
        } then: { copy, values in
            guard let entry = copy.entries().first else {
                return reply(.refused(404, "event \(number) is not kept; the oldest one is \(copy.first)"))
            }
            body(entry, values)
        }
    }

    /// Answers with the newest commands, the newest one first.
    private func answerCommands() {
        var json = JSONText()
        json.array { json in
            for entry in (page.commands?.entries ?? []).reversed() {
                json.object { json in
                    json.field("source", entry.source.rawValue)
                    json.field("text", entry.text)
                    json.field("refusal", entry.refusal)
                    json.field("at", entry.time)
                    json.field("count", entry.count)
                }
            }
        }
        reply(HTTPReply(json.bytes))
    }

    private static func write(_ index: Int, of entry: HistoryEntry, into json: inout JSONText) {
        let effect = entry.effects[index]
        let times = entry.moments.effects
        let time = index < times.count ? times[index] : (entry.moments.ended, entry.moments.ended)
        json.object { json in
            json.field("text", ValueNode.text(effect))
            json.key("tree")
            ValueTree.write(effect, into: &json)
            json.field("began", time.0)
            json.field("ended", time.1)
        }
    }

    /// Copies the whole history piece by piece, so that each turn of the board's queue stays short.
    private func answerTrace(from number: Int, _ copies: [HistoryCopy]) {
        page.onBoard { [history = page.loop.history] in
            let first = max(number, history.first)
            return (first + Self.piece, history.copy(first..<first + Self.piece))
        } then: { next, copy in
            if next < copy.count { return answerTrace(from: next, copies + [copy]) }
            reply(HTTPReply(TraceText.write(copies + [copy])))
        }
    }

    // MARK: Sessions and sounds

    private func answerSession(_ form: BoardPage.SessionForm, type: String) -> (@Sendable () -> Void)? {
        guard !page.hasLeftSession else {
            reply(.refused(409, "the loop was stopped or went back; such a session cannot be replayed"))
            return nil
        }
        return page.parts.session(form) { [queue = page.queue, reply] bytes in
            queue.async {
                let refusal =
                    form == .file
                    ? "no session is recorded; start the program with --record FILE"
                    : "the test was not written: another one was asked for, or --replay of the session reports why"
                reply(bytes.map { HTTPReply($0, type: type) } ?? .refused(404, refusal))
            }
        }
    }

    private func answerSound() {
        guard let name = request.argument("name"), !name.contains("/"), let bytes = page.parts.sound(SoundName(name))
        else {
            return reply(.refused(404, "no sound of this name can be read"))
        }
        reply(HTTPReply(bytes, type: "audio/wav"))
    }

    /// Answers with the image of a feature.
    private func answerImage() {
        guard let device = request.argument("device"),
            let feature = feature(of: device, request.argument("feature") ?? "")
        else { return reply(.refused(404, "there is no such device")) }
        page.parts.queue.async { [queue = page.queue, reply] in
            feature.owner.readImage(of: feature.index) { image in
                queue.async {
                    reply(
                        image.map { HTTPReply($0.bytes, type: $0.mediaType) }
                            ?? .refused(404, "\(feature.key) has no image now"))
                }
            }
        }
    }

    private func feature(of device: String, _ name: String) -> BoardFeature? {
        page.log.features.first { $0.key == device && $0.name == name }
    }

    // MARK: Acts

    private func act() {
        guard page.parts.chip != nil || page.parts.hasControl else {
            return reply(.refused(403, "the page of this board only shows; --page-control lets it act"))
        }
        guard let fields = try? JSONFields(request.body), let device = fields.text("device"),
            let verb = fields.text("do")
        else { return reply(.refused(400, "an act needs a device and do")) }
        let name = fields.text("feature") ?? ""
        guard let feature = feature(of: device, name) else {
            return reply(.refused(404, "there is no \(device) \(name)"))
        }
        let value = fields["value"]
        if case ("press", .number(let seconds)) = (verb, value), !(0...Self.maximumHold).contains(seconds) {
            return reply(.refused(400, "a press holds for up to \(Int(Self.maximumHold)) s, then it is repeated"))
        }
        page.act(verb, value, on: feature) { refusal in
            reply(refusal.map { .refused(409, $0) } ?? .accepted)
        }
    }

    /// Holds the loop, or lets it run, on a simulated board. A real one must not stop to answer its inputs.
    private func steer(_ body: @escaping @Sendable (BoardPage) -> Void) {
        guard page.parts.chip != nil else { return reply(.refused(403, "only a simulated board can be stopped")) }
        guard !page.parts.isRecorded else { return reply(.refused(409, "a loop whose session is recorded goes on")) }
        page.hasLeftSession = true
        page.onBoard { [page] in
            body(page)
            page.signal.announce()
        } then: {
            reply(.accepted)
        }
    }

    private func resume() {
        guard page.parts.chip != nil else { return reply(.refused(403, "only a simulated board can go back")) }
        guard !page.parts.isRecorded else { return reply(.refused(409, "a session that is recorded cannot go back")) }
        let number = (try? JSONFields(request.body))?.number("event").flatMap { Int(exactly: $0) }
        withEvent(number, missing: "going on needs the number of an event") { [page] entry, _ in
            // Unsafe for the compiler only: models are Sendable wherever a controller can be made.
            nonisolated(unsafe) let model = entry.after ?? entry.before
            page.hasLeftSession = true
            page.onBoard {
                page.loop.resume(model)
            } then: { isDone in
                reply(isDone ? .accepted : .refused(409, "the loop is not running"))
            }
        }
    }
}
