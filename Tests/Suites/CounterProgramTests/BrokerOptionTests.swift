import Foundation
import TestSupport
import Testing

/// The options of the fleet's broker.
@Suite struct BrokerOptionTests {
    private static let quiet = ["--board", "simulated", "--sound", "none"]

    @Test(arguments: [
        (["--broker"], "counter: --broker needs an argument; see --help"),
        (["--broker-credentials", "/tmp"], "counter: --broker-credentials needs --broker; see --help"),
        (
            ["--broker", "mqtt://127.0.0.1"],
            "counter: a broker needs a program with a fleet: Board.run(wiring:fleet:_:) with fleet: .homeAssistant"
        ),
    ])
    func invalidArgumentIsReportedInOneLine(arguments: [String], message: String) throws {
        let run = try ProgramRun(Self.quiet + arguments)
        #expect(run.notices == [message])
        #expect(run.status == 2)
    }

    private static let probe = ProgramRun.folderOfBinaries.appendingPathComponent("ServiceProbe")

    /// Runs a program with a fleet, whose wiring ends with some lines.
    private func run(wiring lines: String, _ arguments: [String] = []) throws -> (run: ProgramRun, wiring: String) {
        let counter = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Boards/wirings/counter.yaml")
        let wiring = try TemporaryFile(String(contentsOf: counter, encoding: .utf8) + lines, name: "wiring.yaml")
        let run = try ProgramRun(
            Self.quiet + ["--wiring", wiring.url.path] + arguments, program: Self.probe)
        return (run, wiring.url.lastPathComponent)
    }

    @Test(.hasMachineID) func wiringNamesTheBroker() throws {
        let (run, _) = try run(wiring: "\nfleet: mqtt://127.0.0.1:1\n")
        #expect(run.status == 0)
        #expect(
            run.notices.contains {
                $0.hasPrefix("ServiceProbe: fleet: serviceprobe-") && $0.hasSuffix(" on mqtt://127.0.0.1:1")
            })
    }

    @Test(.hasMachineID) func optionReplacesTheBrokerOfTheWiring() throws {
        let (run, _) = try run(wiring: "\nfleet: mqtt://127.0.0.1:1\n", ["--broker", "mqtt://127.0.0.1:2"])
        #expect(run.notices.contains { $0.hasSuffix(" on mqtt://127.0.0.1:2") })
        #expect(!run.notices.contains { $0.hasSuffix(" on mqtt://127.0.0.1:1") })
    }

    @Test(arguments: [
        ("http://home", "cannot use broker \"http://home\": expected mqtt://HOST, mqtts://HOST or either with :PORT"),
        (
            "mqtt://me:secret@home",
            "a broker's address must have no user or password: put them into the file broker-login"
        ),
    ])
    func invalidBrokerInTheWiringIsReportedWithItsPosition(address: String, message: String) throws {
        let (run, wiring) = try run(wiring: "\nfleet: \(address)\n")
        #expect(run.status == 2)
        #expect(run.notices.count == 1)
        #expect(run.notices.first?.contains("/\(wiring):") == true)
        #expect(run.notices.first?.hasSuffix(":8: \(message)") == true)
    }

    @Test(.hasMachineID) func credentialsServeTheBrokerOfTheWiring() throws {
        let (run, _) = try run(wiring: "\nfleet: mqtt://127.0.0.1:1\n", ["--broker-credentials", "/"])
        #expect(run.status == 0)
    }

    /// A broken library in the place of libmosquitto stops only programs that load it, before the board is opened.
    @Test func withoutTheLibraryTheStatusIsThatOfTheSystem() throws {
        let library = try TemporaryFile("this is no library", name: "libmosquitto.so.1")
        let folder = library.url.deletingLastPathComponent().path
        let notices = try TemporaryFile("", name: "notices")
        let script = "LD_LIBRARY_PATH=\(folder) \(Self.probe.path) \"$@\" </dev/null 2>\(notices.path)"
        #expect(try ProgramRun.status(of: script, Self.quiet) == 0)
        #expect(try ProgramRun.status(of: script, Self.quiet + ["--broker", "mqtt://127.0.0.1:1"]) == 1)
        let notice = try String(contentsOf: notices.url, encoding: .utf8)
        #expect(notice.hasPrefix("ServiceProbe: cannot load libmosquitto: "))
        #expect(notice.hasSuffix("; install libmosquitto1\n"))
    }

    @Test func helpNamesTheOptions() throws {
        let help = try ProgramRun(["--help"]).output.joined(separator: "\n")
        #expect(help.contains("[--broker ADDRESS] [--broker-credentials FOLDER]"))
    }
}
