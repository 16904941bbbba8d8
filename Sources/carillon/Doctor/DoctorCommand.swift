import CarillonBoard

/// `carillon doctor`: what this machine lacks.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "look at this machine, and tell what to do about what is missing"
    static let help = """

        Looks at the system, the board, its GPIO chips, the sound device and what real-time threads are granted, and
        tells what to do about each thing that is missing. To be run as the user that the appliance runs as. The exit
        status is 1 if something is missing.
        """

    init(_ arguments: Arguments) throws {
        try arguments.read([]) { _, _ in }
    }

    func run() throws {
        let diagnosis = Diagnosis(try .here())
        print(diagnosis.text(isColored: Terminal.current.isColored), terminator: "")
        guard diagnosis.isHealthy else { throw AlreadyTold() }
    }
}
