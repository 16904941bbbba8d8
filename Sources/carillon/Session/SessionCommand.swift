import CarillonSession

/// `carillon session`: reads a recorded session.
struct SessionCommand: Command {
    static let name = "session"
    static let summary = "show a recorded session as text, or as a trace for Perfetto"
    static let help = """
        show|trace FILE [--session NUMBER]

        Reads a session that a program has recorded with --record. FILE is the file, or the folder of the ring that a
        service keeps with --record ring.

          show    print the circumstances, the inputs and the story: each event with the model after it and its effects
          trace   print the session as JSON in the Trace Event Format, which https://ui.perfetto.dev opens

          --session NUMBER   a session of a ring, as numbered by `show`; the last one by default
        """

    private enum View: String {
        case show, trace
    }

    private let view: View
    private let path: String
    private let number: UInt32?

    init(_ arguments: Arguments) throws {
        var number: UInt32?
        let operands = try arguments.read([("session", true)], operands: 2...2) { _, value in
            guard let value = UInt32(value) else {
                throw Unusable.input("--session must be a number, such as 3; it is \"\(value)\"")
            }
            number = value
        }
        guard let view = View(rawValue: operands[0]) else {
            throw Unusable.input("expected show or trace, not \"\(operands[0])\"; see --help")
        }
        (self.view, path, self.number) = (view, operands[1], number)
    }

    func run() throws {
        let file = try SessionFile(path: path)
        let session = try file.session(numbered: number)
        switch view {
        case .show: for line in SessionText(session, of: file.sessions).lines { print(line) }
        case .trace: print(SessionTrace(session).json)
        }
    }
}
