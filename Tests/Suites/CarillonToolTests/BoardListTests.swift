import CarillonAppliance
import CarillonBoard
import CarillonDevices
import Testing

@testable import CarillonDrawing
@testable import carillon

@Suite struct BoardListTests {
    @Test func boardThatThisMachineIsHasAStar() throws {
        let boards = try ["raspberry-pi-5", "beagleplay"].map(BoardDescription.named)
        #expect(
            BoardList(boards: boards, here: "raspberry-pi-5", terminal: .plain).text == """
                  beagleplay      BeaglePlay
                * raspberry-pi-5  Raspberry Pi 5

                """)
    }

    @Test func narrowTerminalCutsTheTitles() throws {
        let terminal = Terminal(width: 20, height: nil, isColored: false)
        let list = BoardList(boards: [try .named("raspberry-pi-5")], here: nil, terminal: terminal)
        #expect(list.text == "  raspberry-pi-5  R…\n")
    }
}
