import Foundation

/// The times for which a person waits: from a clone to the counter and to its tests, after an edit, and for a package of one's own.
///
/// Each row is followed by one with the processor time. The references are the project's goals, for two cores.
enum WaitingBenchmarks {
    static let names = ["waiting"]

    static func rows() throws -> [Row] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-waiting-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let carillon = folder.appendingPathComponent("carillon")
        let own = folder.appendingPathComponent("doorbell")
        let run = #"printf 'plus\n' | make -s run ARGS='--board simulated --sound none'"#
        let ring = #"printf 'bell\n' | make -s run ARGS='--board simulated --sound none'"#

        try Errand("git clone -q . '\(carillon.path)'", in: ServiceBenchmarks.package)
        let counter = try Errand(run, in: carillon)
        let tests = try Errand("make test", in: carillon)
        var rows = counter.rows("clone.counter", goal: 60) + (counter + tests).rows("clone.tested", goal: 240)
        rows += try Errand(run, in: carillon).rows("again", goal: 2)

        try edit("Sources/Devices/Kinds/Outputs/Buzzer.swift", in: carillon)
        rows += try Errand("make test", in: carillon).rowsOfTests("edit.leaf")
        try edit("Sources/System/CarillonScheduling/Time/VirtualTime.swift", in: carillon)
        rows += try Errand("make test", in: carillon).rowsOfTests("edit.deep")

        let install = #"make -C carillon install PREFIX="$PWD/installed""#
        let new = try Errand("\(install) && installed/bin/carillon new doorbell", in: folder)
        rows += try (new + Errand(ring, in: own)).rows("own", goal: 60)
        try edit("Sources/Doorbell/main.swift", in: own)
        rows += try Errand(ring, in: own).rows("own.edit", goal: 5)
        return rows
    }

    /// Adds a function to a file, so that what depends on its module is compiled again.
    private static func edit(_ file: String, in folder: URL) throws {
        let url = folder.appendingPathComponent(file)
        let text = try String(contentsOf: url, encoding: .utf8)
        try (text + "\npublic func edited() {}\n").write(to: url, atomically: true, encoding: .utf8)
    }
}

/// A command that a person types and waits for.
private struct Errand {
    var seconds = 0.0
    /// The seconds until the first tests have run; nil if the command runs none.
    var secondsToFirstTests: Double?
    var cpuSeconds = 0.0

    /// Runs a command.
    @discardableResult
    init(_ command: String, in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/bash")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        let (start, cpu) = (Measurement.wallNanoseconds(), Self.cpuSecondsOfChildren)
        try process.run()
        var text = ""
        while case let piece = output.fileHandleForReading.availableData, !piece.isEmpty {
            text += String(decoding: piece, as: UTF8.self)
            if secondsToFirstTests == nil, text.contains("Test run with ") {
                secondsToFirstTests = (Measurement.wallNanoseconds() - start) / 1e9
            }
        }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            FileHandle.standardError.write(Data(text.suffix(2_000).utf8))
            throw ServiceBenchmarks.CommandFailed(command: command)
        }
        (seconds, cpuSeconds) = ((Measurement.wallNanoseconds() - start) / 1e9, Self.cpuSecondsOfChildren - cpu)
    }

    static func + (first: Errand, second: Errand) -> Errand {
        var both = first
        both.seconds += second.seconds
        both.cpuSeconds += second.cpuSeconds
        return both
    }

    func rows(_ name: String, goal: Double) -> [Row] {
        [
            Row(name: "waiting.\(name)", unit: "s", value: seconds, reference: goal),
            Row(name: "waiting.\(name).cpu", unit: "s", value: cpuSeconds),
        ]
    }

    /// The rows of `make test` after an edit: until the tests of the edited module have run, and until all have.
    func rowsOfTests(_ name: String) -> [Row] {
        [Row(name: "waiting.\(name).module", unit: "s", value: secondsToFirstTests ?? seconds, reference: 45)]
            + rows(name, goal: 90)
    }

    /// The processor time of all ended processes that this one has started.
    private static var cpuSecondsOfChildren: Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}
