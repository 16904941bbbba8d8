import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonScheduling

/// The answers to the page's requests below `/api/`. Used on the page's queue.
struct PageRequests: Sendable {
    /// The rows of one answer.
    private static let mostRows = 200
    /// The longest time in seconds for which a press holds without being repeated.
    private static let longestHold = 60.0
    /// The events that are copied in one turn of the board's queue.
    private static let piece = 64

    let page: BoardPage
    let request: HTTPRequest
    let reply: @Sendable (HTTPReply) -> Void

    /// - Returns: Ends the work if the browser leaves; nil for short work.
    func answer() -> (@Sendable () -> Void)? {
        switch (request.method, request.path) {
        case ("GET", "/api/rows"): answerRows()
        case ("GET", "/api/event"): answerEvent()
        case ("GET", "/api/commands"): answerCommands()
        case ("GET", "/api/trace"): answerTrace(from: 0, [])
        case ("GET", "/api/session"): return answerSession(.file, type: "application/octet-stream")
        case ("GET", "/api/test"): return answerSession(.test, type: "text/plain; charset=utf-8")
        case ("GET", "/api/sound"): answerSound()
        case ("POST", "/api/act"): act()
        case ("POST", "/api/go-on"): goOn()
        case ("POST", "/api/pause"): steer { page in page.loop.hold(true) }
        case ("POST", "/api/run"): steer { page in page.loop.hold(false) }
        case ("POST", "/api/step"): steer { page in page.loop.step() }
        case (_, "/api/rows"), (_, "/api/event"), (_, "/api/commands"), (_, "/api/trace"), (_, "/api/session"),
            (_, "/api/test"),
            (_, "/api/sound"), (_, "/api/act"), (_, "/api/go-on"), (_, "/api/pause"), (_, "/api/run"),
            (_, "/api/step"):
            reply(.refused(405, "\(request.method) is not possible for \(request.path)"))
        default: reply(.refused(404, "there is no \(request.path)"))
        }
        return nil
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
            var json = JSONText()
            json.object { json in
                json.key("rows")
                json.array { json in for entry in copy.entries() { json.raw(JSONText.row(entry)) } }
            }
            reply(HTTPReply(json.bytes))
        }
    }

    private func answerEvent() {
        guard let number = request.number("n"), number >= 0, number < .max else {
            return reply(.refused(400, "an event needs its number n"))
        }
        page.onBoard { [history = page.loop.history, log = page.log] in
            (history.copy(number..<number + 1), log.log)
        } then: { [features = page.log.features] copy, values in
            guard let entry = copy.entries().first else {
                return reply(.refused(404, "event \(number) is not kept; the oldest one is \(copy.first)"))
            }
            var json = JSONText()
            json.object { json in
                json.key("event")
                if let event = entry.event { ValueTree.write(event, into: &json) } else { json.null() }
                json.key("before")
                if entry.event == nil { json.null() } else { ValueTree.write(entry.before, into: &json) }
                json.key("after")
                ValueTree.write(entry.after ?? entry.before, into: &json)
                json.moments(entry.moments)
                json.key("effects")
                json.array { json in for place in entry.effects.indices { Self.write(place, of: entry, into: &json) } }
                json.key("devices")
                let past = values.values(after: number)
                json.devices(past == nil ? [] : features, past?.map { ($0, nil) } ?? [])
            }
            reply(HTTPReply(json.bytes))
        }
    }

    /// Answers with the newest commands, the newest one first.
    private func answerCommands() {
        var json = JSONText()
        json.array { json in
            for entry in (page.commands?.entries ?? []).reversed() {
                json.object { json in
                    for (key, text) in [("source", entry.source.rawValue), ("text", entry.text)] {
                        json.key(key)
                        json.string(text)
                    }
                    json.key("refusal")
                    if let refusal = entry.refusal { json.string(refusal) } else { json.null() }
                    for (key, number) in [("at", Int(entry.time.wholeNanoseconds)), ("count", entry.count)] {
                        json.key(key)
                        json.number(number)
                    }
                }
            }
        }
        reply(HTTPReply(json.bytes))
    }

    private static func write(_ place: Int, of entry: HistoryEntry, into json: inout JSONText) {
        let effect = entry.effects[place]
        let times = entry.moments.effects
        let time = place < times.count ? times[place] : (entry.moments.ended, entry.moments.ended)
        json.object { json in
            json.key("text")
            json.string(ValueNode.text(effect))
            json.key("tree")
            ValueTree.write(effect, into: &json)
            json.key("began")
            json.number(Int(time.0.wholeNanoseconds))
            json.key("ended")
            json.number(Int(time.1.wholeNanoseconds))
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

    // MARK: Acts

    private func act() {
        guard page.parts.chip != nil || page.parts.hasControl else {
            return reply(.refused(403, "the page of this board only shows; --page-control lets it act"))
        }
        guard let fields = try? JSONFields(request.body), let device = fields.text("device"),
            let verb = fields.text("do")
        else { return reply(.refused(400, "an act needs a device and do")) }
        let name = fields.text("feature") ?? ""
        guard let feature = page.log.features.first(where: { $0.key == device && $0.name == name }) else {
            return reply(.refused(404, "there is no \(device) \(name)"))
        }
        let value = fields["value"]
        if case ("press", .number(let seconds)) = (verb, value), !(0...Self.longestHold).contains(seconds) {
            return reply(.refused(400, "a press holds for up to \(Int(Self.longestHold)) s, then it is repeated"))
        }
        page.act(verb, value, on: feature) { refusal in
            reply(refusal.map { .refused(409, $0) } ?? HTTPReply(Array("{}".utf8), status: 202))
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
            reply(HTTPReply(Array("{}".utf8), status: 202))
        }
    }

    private func goOn() {
        guard page.parts.chip != nil else { return reply(.refused(403, "only a simulated board can go back")) }
        guard !page.parts.isRecorded else { return reply(.refused(409, "a session that is recorded cannot go back")) }
        guard let number = (try? JSONFields(request.body))?.number("event").flatMap({ Int(exactly: $0) }), number >= 0,
            number < .max
        else { return reply(.refused(400, "going on needs the number of an event")) }
        page.onBoard { [history = page.loop.history] in
            history.copy(number..<number + 1)
        } then: { [page] copy in
            guard let entry = copy.entries().first else {
                return reply(.refused(404, "event \(number) is not kept; the oldest one is \(copy.first)"))
            }
            // Unsafe for the compiler only: models are Sendable wherever a controller can be made.
            nonisolated(unsafe) let model = entry.after ?? entry.before
            page.hasLeftSession = true
            page.onBoard {
                page.loop.goOn(model)
            } then: { isDone in
                reply(isDone ? HTTPReply(Array("{}".utf8), status: 202) : .refused(409, "the loop is not running"))
            }
        }
    }
}
