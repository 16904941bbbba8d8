import Foundation
import TestSupport
import Testing

/// The options of the fleet's broker.
@Suite struct BrokerOptionTests {
    private static let quiet = ["--board", "simulated", "--sound", "none"]

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

    @Test(.hasMachineID) func wiringNamesTheBrokerUnlessAnOptionReplacesIt() throws {
        let wiring = "\nfleet: mqtt://127.0.0.1:1\n"
        for (arguments, port) in [([], 1), (["--broker", "mqtt://127.0.0.1:2"], 2)] as [([String], Int)] {
            let (run, _) = try run(wiring: wiring, arguments)
            expectEqual(run.status, 0)
            let brokers = run.notices.filter { $0.hasPrefix("ServiceProbe: fleet: serviceprobe-") }
            expectEqual(brokers.count, 1)
            expectEqual(brokers.first?.hasSuffix(" on mqtt://127.0.0.1:\(port)"), true, "\(run.notices)")
            let other = " on mqtt://127.0.0.1:\(3 - port)"
            #expect(!run.notices.contains { $0.hasSuffix(other) })
        }
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
        expectEqual(run.status, 2)
        expectEqual(run.notices.count, 1)
        expectEqual(run.notices.first?.contains("/\(wiring):"), true)
        expectEqual(run.notices.first?.hasSuffix(":8: \(message)"), true)
    }

    @Test(.hasMachineID) func credentialsAreUsedForTheBrokerOfTheWiring() throws {
        let (run, _) = try run(wiring: "\nfleet: mqtt://127.0.0.1:1\n", ["--broker-credentials", "/"])
        expectEqual(run.status, 0)
    }

    /// A broken library in the place of libmosquitto stops only programs that load it, before the board is opened.
    @Test func brokenLibraryStopsOnlyAProgramWithABroker() throws {
        let library = try TemporaryFile("this is no library", name: "libmosquitto.so.1")
        let folder = library.url.deletingLastPathComponent().path
        let notices = try TemporaryFile("", name: "notices")
        let script = "LD_LIBRARY_PATH=\(folder) \(Self.probe.path) \"$@\" </dev/null 2>\(notices.path)"
        expectEqual(try ProgramRun.status(of: script, Self.quiet), 0)
        expectEqual(try ProgramRun.status(of: script, Self.quiet + ["--broker", "mqtt://127.0.0.1:1"]), 1)
        let notice = try String(contentsOf: notices.url, encoding: .utf8)
        #expect(notice.hasPrefix("ServiceProbe: cannot load libmosquitto: "))
        #expect(notice.hasSuffix("; install libmosquitto1\n"))
    }
}
