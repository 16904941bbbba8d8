import Carillon
import Testing

/// The names that a single import provides, and the names that it leaves to the application.
@Suite struct UmbrellaTests {
    @Test func applicationMayHaveNoncopyableTypes() {
        struct Ticket: ~Copyable {
            let number = 7
        }
        #expect(Ticket().number == 7)
    }

    @Test func umbrellaModuleExportsMapsAndTheBeginnersLoop() {
        let loop = Mobius.beginnerLoop { (model: Int, event: Int) in model + event }.start(from: 1)
        loop.dispatchEvent(2)
        #expect(loop.latestModel == 3)
        loop.dispose()
    }
}
