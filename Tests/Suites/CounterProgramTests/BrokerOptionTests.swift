import Foundation
import Testing

/// The options of the fleet's broker.
@Suite struct BrokerOptionTests {
    private static let quiet = ["--board", "simulated", "--sound", "none"]

    @Test(arguments: [
        (["--broker"], "counter: --broker needs an argument; see --help"),
        (["--broker-credentials", "/tmp"], "counter: --broker-credentials needs --broker; see --help"),
        (
            ["--broker", "mqtt://127.0.0.1"],
            "counter: --broker needs a program with a fleet: Board.run(wiring:fleet:_:) with fleet: .homeAssistant"
        ),
    ])
    func anArgumentThatCannotBeUsedIsToldInOneLine(arguments: [String], message: String) throws {
        let run = try ProgramRun(Self.quiet + arguments)
        #expect(run.notices == [message])
        #expect(run.status == 2)
    }

    @Test func theHelpNamesTheOptions() throws {
        let help = try ProgramRun(["--help"]).output.joined(separator: "\n")
        #expect(help.contains("[--broker ADDRESS] [--broker-credentials FOLDER]"))
    }
}
