/// A subcommand: `carillon NAME`.
protocol Command {
    static var name: String { get }
    /// The purpose of the command, in a few words.
    static var summary: String { get }
    /// The usage and the options, for `--help`.
    static var help: String { get }

    /// - Parameter arguments: The arguments after the name.
    /// - Throws: `Unusable` for invalid arguments.
    init(_ arguments: Arguments) throws

    /// - Throws: An error whose description is one line.
    func run() throws
}

/// A failure that the command's output already describes. The exit status is 1.
struct AlreadyReported: Error {}

/// An invalid command line.
enum Unusable: Error {
    /// An error that getopt_long has already printed on standard error.
    case reported
    case input(String)
}

extension Unusable: CustomStringConvertible {
    var description: String {
        switch self {
        case .reported: "see --help"
        case .input(let text): text
        }
    }
}
