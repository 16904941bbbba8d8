import CarillonAppliance
import CarillonAudio
import CarillonBoard
import LinuxSound

/// `carillon doctor`: checks this machine.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "check this machine, and report how to fix what is missing"
    static let help = """
        [OPTION]...

        Checks the system, the board, its GPIO chips, the sound device and the privileges of real-time threads, and
        reports a remedy for each missing item. Run it as the user of the appliance. The exit status is 1 if something
        is missing.

          --wiring FILE  also check what this wiring needs: its lines, sounds and PWM channels, the devices on its buses,
                         the sensors of the kernel's drivers, its input devices and microphones, the library of its fleet,
                         and the voice of its speech
          --speech       also check the program of an application that says texts
          --page         also check the library of an application with --page
          --broker       also check the library of an application with --broker
          --streams      also check the libraries of an application that plays streams
        """

    private var path: String?
    private var speaks = false
    private var libraries: Set<OptionalLibrary> = []

    init(_ arguments: Arguments) throws {
        let options = [
            ("wiring", true), ("speech", false), ("page", false), ("broker", false), ("streams", false),
        ]
        try arguments.read(options) { name, value in
            switch name {
            case "wiring": path = value
            case "speech": speaks = true
            case "page": libraries.insert(.libmicrohttpd)
            case "streams": libraries.formUnion([.libcurl, .libmpg123])
            default: libraries.insert(.libmosquitto)
            }
        }
    }

    func run() throws {
        let machine = try Machine.here()
        let diagnosis = Diagnosis(machine, for: try requirements(on: machine))
        print(diagnosis.text(isColored: Terminal.current.isColored), terminator: "")
        guard diagnosis.isHealthy else { throw AlreadyReported() }
    }

    private func requirements(on machine: Machine) throws -> Requirements {
        var (requirements, libraries) = (Requirements(), libraries)
        if let path {
            let check = try checkingInput { try DescriptionCheck(path: path, board: machine.board) }
            requirements.wiring = (path, check)
            if check.wiring?.outletSettings["fleet"] != nil { libraries.insert(.libmosquitto) }
            if let speech = check.wiring?.speech { requirements.speech = (speech.voice, fault(of: speech.voice)) }
        }
        if speaks, requirements.speech == nil {
            requirements.speech = (Utterance.usualVoice, fault(of: Utterance.usualVoice))
        }
        requirements.libraries = OptionalLibrary.allCases.filter(libraries.contains).map { ($0.rawValue, $0.fault) }
        return requirements
    }

    /// Returns the reason why a voice cannot speak; nil if it can. Nothing is heard.
    private func fault(of voice: String) -> String? {
        do throws(SpeechError) {
            _ = try EspeakSpeech().sound(of: Utterance(Speech("1", voice: voice)), in: .standard)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
