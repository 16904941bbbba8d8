import CarillonAppliance
import CarillonBoard
import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonTool

@Suite struct LineTraceTests {
    @Test func curveShowsTheLevelOfEachStepAndWhereItChanged() {
        var trace = LineTrace(name: "GPIO17", note: "", level: .inactive)
        trace.tick()
        trace.tick()
        trace.follow(.active)
        trace.tick()
        trace.tick()
        expectEqual(trace.curve(width: 6), "  ▁▁│▔")
        expectEqual(trace.curve(width: 2), "│▔")
        expectEqual(trace.edges, 1)
        expectEqual(trace.levelName, "high")
    }

    @Test func pulseShorterThanAStepIsShown() {
        var trace = LineTrace(name: "GPIO17", note: "", level: .inactive)
        trace.follow(.active)
        trace.follow(.inactive)
        trace.tick()
        expectEqual(trace.curve(width: 1), "│")
        expectEqual(trace.edges, 2)
    }

    @Test func lostLineIsShownAsGoneUntilItsNextEdge() {
        var trace = LineTrace(name: "GPIO17", note: "", level: .active)
        trace.lose()
        trace.tick()
        expectEqual(trace.levelName, "gone")
        expectEqual(trace.curve(width: 1), "?")
        trace.follow(.inactive)
        expectEqual(trace.levelName, "low")
    }
}

@Suite struct MonitorScreenTests {
    private let screen = MonitorScreen(title: "a board", hint: "q quits")
    private let traces = (1...5).map { LineTrace(name: "GPIO\($0)", note: "pin \($0)", level: .active) }

    @Test(arguments: [(10, 20), (3, 40), (5, 80), (24, 80), (60, 200)])
    func screenFitsATerminalOfAnySize(height: Int, width: Int) {
        let lines = lines(Terminal(width: width, height: height, isColored: false))
        #expect(lines.count <= max(height, 4))
        #expect(lines.allSatisfy { $0.count <= width })
        expectEqual(lines[0], "a board")
        expectEqual(lines.last, "q quits")
    }

    @Test func linesWithoutRoomAreCounted() {
        #expect(lines(Terminal(width: 80, height: 6, isColored: false)).contains("… and 3 more"))
    }

    @Test func lineShowsItsNameItsNoteItsLevelAndItsEdges() {
        let line = lines(Terminal(width: 60, height: 24, isColored: false))[1]
        #expect(line.hasPrefix("GPIO1  pin 1  "))
        #expect(line.hasSuffix("high     0 edges"))
    }

    private func lines(_ terminal: Terminal) -> [String] {
        screen.draw(traces, on: terminal).replacing("\u{1b}[H", with: "").replacing("\u{1b}[J", with: "")
            .replacing("\u{1b}[K", with: "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}

@Suite struct MonitorCommandTests {
    @Test func inputsOfAWiringAndNamedLinesAreWatched() throws {
        let wiring = try TemporaryFile("buttons: {plus: GPIO17}\nleds: {a: GPIO5}")
        let lines = try WatchedLine.lines(
            ["GPIO4", "GPIO17", "SDA1", "GPIO5"], wiring: .file(wiring.path), on: .named("raspberry-pi-4b"))
        expectEqual(lines.map(\.name), ["GPIO17", "GPIO4", "GPIO2", "GPIO5"])
        expectEqual(lines.map(\.note), ["button plus", "pin 7", "pin 3", "led a"])
        expectEqual(lines.map(\.bias), [.pullUp, .asIs, .asIs, .asIs])
    }

    @Test func eachEdgeIsPrintedAsALineWithoutATerminal() throws {
        let run = try ToolRun("monitor", "--board", "simulated", "GPIO17", "GPIO5", input: "GPIO17\nGPIO17\nGPIO5")
        let events = run.output.split(separator: "\n").map { line in
            line.split(separator: " ").dropFirst().joined(separator: " ")
        }
        expectEqual(events, ["GPIO17 low", "GPIO5 low", "GPIO17 high", "GPIO17 low", "GPIO5 high"])
        expectEqual(run.status, 0)
    }

    @Test func monitorWithoutALineIsAUsageError() throws {
        let run = try ToolRun("monitor", "--board", "simulated")
        expectEqual(run.status, 2)
        #expect(run.notices.hasPrefix("carillon: monitor: no line to watch; name lines"))
    }

    @Test func boardOfAnotherMachineIsAUsageError() throws {
        let run = try ToolRun("monitor", "--board", "raspberry-pi-5", "GPIO17")
        expectEqual(run.status, 2)
        expectEqual(run.notices.split(separator: "\n").count, 1)
    }
}
