import CLibrary
import CarillonAppliance
import CarillonFleet
import CarillonMQTT
import CarillonSession
import Glibc

/// `carillon fleet`: looks at the boxes on an MQTT broker.
struct FleetCommand: Command {
    static let name = "fleet"
    static let summary = "list the boxes on an MQTT broker, watch one, or fetch its recorded session"
    static let help = """
        [OPTION]...
               carillon fleet watch BOX [OPTION]...
               carillon fleet session BOX [--output FILE] [OPTION]...

        Lists the boxes that have joined a broker with --broker: their versions, since when they are online or offline,
        their health, and what they have lost. BOX is the id in the list.

          watch     print the states, the events and the commands of a box as they come, until ctrl-C
          session   fetch the session that a box records with --record, for `carillon session` and for the bench, if its
                    program allows it

          --output FILE                 the new file for `session`; BOX.carillon by default
          --broker ADDRESS              mqtt://HOST[:PORT], or mqtts://HOST[:PORT] with TLS; mqtt://localhost by default
          --broker-credentials FOLDER   the folder with broker-login, broker-ca.crt, broker.crt and broker.key, as far as
                                        the broker demands them
        """

    private enum Action {
        case list
        case watch(String)
        case session(String, path: String)
    }

    private let action: Action
    private let broker: FleetBroker

    init(_ arguments: Arguments) throws {
        var (address, credentials, output): (String, String?, String?) = ("mqtt://localhost", nil, nil)
        let operands = try arguments.read(
            [("broker", true), ("broker-credentials", true), ("output", true)], operands: 0...2
        ) { name, value in
            switch name {
            case "broker": address = value
            case "broker-credentials": credentials = value
            default: output = value
            }
        }
        guard output == nil || operands.first == "session" else {
            throw UsageError("--output needs session; see --help")
        }
        switch (operands.first, operands.count) {
        case (nil, _): action = .list
        case ("watch", 2): action = .watch(try Self.box(operands[1]))
        case ("session", 2):
            let box = try Self.box(operands[1])
            action = .session(box, path: output ?? "\(box).carillon")
        case ("watch", _), ("session", _):
            throw UsageError("\(operands[0]) needs a box; `carillon fleet` lists them")
        default:
            let meant = Suggestion.nearestOrAll(to: operands[0], among: ["watch", "session"])
            throw UsageError("unknown action \"\(operands[0])\"; \(meant)")
        }
        broker = try checkingInput {
            var broker = try FleetBroker(address)
            if let credentials { broker.credentials = try FleetCredentials(folder: credentials) }
            return broker
        }
    }

    /// A box's id is a level of topics: with `+` or `/` it would stand for others.
    private static func box(_ id: String) throws -> String {
        guard !id.isEmpty, !id.contains(where: { "/+#".contains($0) }) else {
            throw UsageError("\"\(id)\" cannot be a box; `carillon fleet` lists them")
        }
        return id
    }

    func run() throws {
        if case .session(_, let path) = action { try OutputFile.check(path) }
        let client = try FleetClient(broker)
        defer { client.close() }
        let boxes = FleetBox.all(in: try client.observe(FleetBox.patterns))
        switch action {
        case .list: show(boxes)
        case .watch(let id): try watch(FleetBox.named(id, among: boxes, on: broker.address), client)
        case .session(let id, let path):
            try fetch(FleetBox.named(id, among: boxes, on: broker.address), client, to: path)
        }
    }

    private func fetch(_ box: FleetBox, _ client: FleetClient, to path: String) throws {
        guard box.isOnline else { throw Failure("\(box.id) is offline") }
        var download = SessionDownload(of: box.id, client)
        let bytes = try download.bytes()
        let file = SessionFile(bytes)
        guard file.isSessionFile, let last = file.sessions.last else {
            throw Failure("what \(box.id) has sent is no session")
        }
        try OutputFile.write(bytes, to: path)
        print("session \(last) in \(path), \(bytes.count) bytes; `carillon session show` reads it")
    }

    private func show(_ boxes: [FleetBox]) {
        guard !boxes.isEmpty else { return print("no box has joined \(broker.address)") }
        print(FleetTable(boxes: boxes, terminal: .current).text, terminator: "")
    }

    private func watch(_ box: FleetBox, _ client: FleetClient) throws {
        let watch = FleetWatch(box.id, terminal: .current)
        for message in try client.observe([watch.pattern]) { show(message, watch) }
        while let message = try client.next(atMost: nil) { show(message, watch) }
    }

    private func show(_ message: FleetMessage, _ watch: FleetWatch) {
        guard let line = watch.line(message, at: FleetWatch.time) else { return }
        print(line)
        fflush(nil)
    }
}
