/// A subcommand: `carillon NAME`.
protocol Command {
    static var name: String { get }
    /// What it does, in a few words.
    static var summary: String { get }
    /// What it can be told, for `--help`.
    static var help: String { get }

    /// - Parameter arguments: What came after the name.
    /// - Throws: `Unusable` for what cannot be used.
    init(_ arguments: Arguments) throws

    /// - Throws: What went wrong: an error whose description is one line.
    func run() throws
}

/// A command has failed, and what there was to say is said: it was all that the command had to find out.
struct AlreadyTold: Error {}

/// Something on the command line that cannot be used.
enum Unusable: Error {
    /// What getopt_long has told on standard error already.
    case told
    case input(String)
}

extension Unusable: CustomStringConvertible {
    var description: String {
        switch self {
        case .told: "--help lists the options"
        case .input(let text): text
        }
    }
}
