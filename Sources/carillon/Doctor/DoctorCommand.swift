import CarillonBoard

/// `carillon doctor`: checks this machine.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "check this machine, and report how to fix what is missing"
    static let help = """

        Checks the system, the board, its GPIO chips, the sound device and the privileges of real-time threads, and
        reports a remedy for each missing item. Run it as the user of the appliance. The exit status is 1 if something
        is missing.
        """

    init(_ arguments: Arguments) throws {
        try arguments.read([]) { _, _ in }
    }

    func run() throws {
        let diagnosis = Diagnosis(try .here())
        print(diagnosis.text(isColored: Terminal.current.isColored), terminator: "")
        guard diagnosis.isHealthy else { throw AlreadyReported() }
    }
}
