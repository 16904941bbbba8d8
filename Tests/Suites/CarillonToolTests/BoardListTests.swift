import CarillonAppliance
import CarillonBoard
import CarillonDevices
import TestSupport
import Testing

@testable import CarillonAppliance
@testable import CarillonTool

@Suite struct BoardListTests {
    @Test func boardOfThisMachineIsMarkedWithAStar() throws {
        let boards = try ["raspberry-pi-5", "beagleplay"].map(BoardDescription.named)
        expectEqual(
            BoardList(boards: boards, here: "raspberry-pi-5", terminal: .plain).text,
            """
              beagleplay      BeaglePlay
            * raspberry-pi-5  Raspberry Pi 5

            """)
    }

    @Test func narrowTerminalCutsTheTitles() throws {
        let terminal = Terminal(width: 20, height: nil, isColored: false)
        let list = BoardList(boards: [try .named("raspberry-pi-5")], here: nil, terminal: terminal)
        expectEqual(list.text, "  raspberry-pi-5  R…\n")
    }
}
