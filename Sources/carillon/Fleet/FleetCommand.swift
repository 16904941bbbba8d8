#if CARILLON_FLEET
    import CarillonFleet
    import CarillonMQTT
    import Glibc

    /// `carillon fleet`: looks at the boxes on an MQTT broker.
    struct FleetCommand: Command {
        static let name = "fleet"
        static let summary = "list the boxes on an MQTT broker, watch one, or fetch its recorded session"
        static let help = """
            [OPTION]...
                   carillon fleet watch BOX [OPTION]...

            Lists the boxes that have joined a broker with --broker: their versions, since when they are online or offline,
            their health, and what they have lost. BOX is the id in the list.

              watch   print the states, the events and the commands of a box as they come, until ctrl-C

              --broker ADDRESS              mqtt://HOST[:PORT], or mqtts://HOST[:PORT] with TLS; mqtt://localhost by default
              --broker-credentials FOLDER   the folder with broker-login, broker-ca.crt, broker.crt and broker.key, as far as
                                            the broker demands them
            """

        private enum Action {
            case list
            case watch(String)
        }

        private let action: Action
        private let broker: FleetBroker

        init(_ arguments: Arguments) throws {
            var (address, credentials): (String, String?) = ("mqtt://localhost", nil)
            let operands = try arguments.read(
                [("broker", true), ("broker-credentials", true)], operands: 0...2
            ) { name, value in
                if name == "broker" { address = value } else { credentials = value }
            }
            switch (operands.first, operands.count) {
            case (nil, _): action = .list
            case ("watch", 2): action = .watch(try Self.box(operands[1]))
            case ("watch", _): throw Unusable.input("\(operands[0]) needs a box; `carillon fleet` lists them")
            default: throw Unusable.input("expected watch or session, not \"\(operands[0])\"; see --help")
            }
            do {
                var broker = try FleetBroker(address)
                if let credentials { broker.credentials = try FleetCredentials(folder: credentials) }
                self.broker = broker
            } catch {
                throw Unusable.input("\(error)")
            }
        }

        /// A box's id is a level of topics: with `+` or `/` it would stand for others.
        private static func box(_ id: String) throws -> String {
            guard !id.isEmpty, !id.contains(where: { "/+#".contains($0) }) else {
                throw Unusable.input("\"\(id)\" cannot be a box; `carillon fleet` lists them")
            }
            return id
        }

        func run() throws {
            let client = try FleetClient(broker)
            defer { client.close() }
            let boxes = FleetBox.all(in: try client.observe(FleetBox.patterns))
            switch action {
            case .list: show(boxes)
            case .watch(let id): try watch(FleetBox.named(id, among: boxes, on: broker.address), client)
            }
        }

        private func show(_ boxes: [FleetBox]) {
            guard !boxes.isEmpty else { return print("no box has joined \(broker.address)") }
            print(FleetTable(boxes, terminal: .current).text, terminator: "")
        }

        private func watch(_ box: FleetBox, _ client: FleetClient) throws {
            let watch = FleetWatch(box.id, terminal: .current)
            for message in try client.observe([watch.pattern]) { show(message, watch) }
            while let message = try client.next(atMost: nil) { show(message, watch) }
        }

        private func show(_ message: FleetMessage, _ watch: FleetWatch) {
            guard let line = watch.line(message, at: WallClock.time) else { return }
            print(line)
            fflush(nil)
        }
    }
#endif
