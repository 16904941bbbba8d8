import CLibrary
import CarillonDevices
import CarillonSession

/// A program that is about to open its board.
package struct Program: Sendable {
    /// The program's name.
    package let name: String
    /// The options that the user has given.
    package let options: ProgramOptions
    /// The settings in the source of the program, such as `FleetOptions`.
    package let settings: [any Sendable]
    /// The wiring, which has not been placed on a board.
    package let wiring: Wiring
    /// The file of the wiring.
    package let wiringPath: String
    /// Whether systemd reads the program's notices.
    package let isService: Bool
    /// Shows a notice in a single line. Call on the board's queue once the board has been opened.
    package let notice: @Sendable (String, Severity) -> Void
    /// Shows a failure in the same way. The program continues, but its exit status is at least 1.
    package let failure: @Sendable (String) -> Void

    package init(
        name: String, options: ProgramOptions, settings: [any Sendable], wiring: Wiring, wiringPath: String,
        isService: Bool, notice: @escaping @Sendable (String, Severity) -> Void,
        failure: @escaping @Sendable (String) -> Void
    ) {
        (self.name, self.options, self.settings) = (name, options, settings)
        (self.wiring, self.wiringPath, self.isService) = (wiring, wiringPath, isService)
        (self.notice, self.failure) = (notice, failure)
    }

    /// The version of the package, which its service states, or the date of the program's file.
    package static var version: String {
        getenv("CARILLON_VERSION").map { String(cString: $0) } ?? date ?? "unknown"
    }

    /// The date of the program's file; nil if it cannot be read.
    package static var date: String? {
        var status = stat()
        return stat("/proc/self/exe", &status) == 0 ? Session.Header.date(Int64(status.st_mtim.tv_sec)) : nil
    }
}
