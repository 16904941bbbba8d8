import CarillonTest
import Testing

@testable import GuestBook

/// A session of 35.722 seconds, recorded by GuestBook on a bench, which the words of the bench cannot express.
@Suite struct GuestBookSessionTests {
    @Test func theSessionEndsAsRecorded() throws {
        let bench = try Bench(replaying: "session.carillon", wiring: .example("GuestBook", "guest-book"), makeGuestBook)
        #expect(bench.divergence == nil)
        let model = [
            "Model(phase: GuestBook.Model.Phase.idle, newest: ",
            "Optional(\"/recordings/0004.wav\"))",
        ].joined()
        #expect("\(bench.model)" == model)
    }
}
