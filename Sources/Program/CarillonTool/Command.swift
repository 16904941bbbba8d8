import CarillonAppliance
import CarillonOutlet
import Glibc

/// A subcommand: `carillon NAME`.
protocol Command {
    static var name: String { get }
    /// The purpose of the command, in a few words.
    static var summary: String { get }
    /// The usage and the options, for `--help`.
    static var help: String { get }

    /// - Parameter arguments: The arguments after the name.
    /// - Throws: `UsageError` for invalid arguments.
    init(_ arguments: Arguments) throws

    /// - Throws: An error whose description is one line.
    func run() throws
}

/// A failure that the command's output already describes. The exit status is 1.
struct AlreadyReported: Error {}

/// A failure, in a line for the user. The exit status is 1.
struct Failure: SystemFailure, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// The reason why the last system call has failed.
var systemReason: String { String(cString: strerror(errno)) }

/// Returns the result of `body`, whose errors are invalid input.
func checkingInput<Value>(_ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw UsageError("\(error)") }
}

/// An invalid command line.
typealias UsageError = CarillonOutlet.UsageError
