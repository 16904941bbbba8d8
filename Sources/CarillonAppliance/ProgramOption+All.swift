import CarillonBoard
import CarillonOutlet

extension ProgramOption {
    /// The options of every program.
    static let ofEveryProgram = [
        ProgramOption(
            "board", .required("NAME"),
            help: "the board; detected by default. One of:\n\(wrapped(BoardDescription.names))"),
        ProgramOption(
            "sound", .required("DEVICE"),
            help: """
                an ALSA device (aplay -L lists them), none, or file:PATH.wav
                for a recording; only an earlier recording is
                overwritten
                """),
        ProgramOption(
            "microphone", .required("DEVICE"),
            help: """
                the ALSA device of all microphones (arecord -L lists them),
                none, or file:PATH for a sound that they hear
                """),
        ProgramOption(
            "wiring", .required("FILE"),
            help: """
                the devices and their lines, instead of the wiring that
                comes with the program
                """),
        ProgramOption("safe", help: "put the outputs into their safe states, and exit"),
        ProgramOption("version", help: "print the versions of the program and of Carillon, and exit"),
        ProgramOption("help", help: ""),
    ]

    /// The options that check or draw the wiring of a program.
    static let ofWirings = [
        ProgramOption("check", help: "check the wiring, and exit"),
        ProgramOption("pinout", help: "draw the board's header with the devices, and exit"),
        ProgramOption(
            "svg", .required("FILE"), needs: "pinout",
            help: "draw a picture to this file; only an earlier picture is\noverwritten"),
    ]

    /// Returns the names, separated by commas, in lines that fit into an option's description.
    private static func wrapped(_ names: [String]) -> String {
        var lines: [String] = []
        for (index, name) in names.enumerated() {
            let word = index == names.count - 1 ? name : name + ","
            if let line = lines.last, line.count + 1 + word.count <= ProgramOption.helpWidth {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(word)
            }
        }
        return lines.joined(separator: "\n")
    }
}
