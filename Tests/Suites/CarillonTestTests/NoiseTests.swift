import CarillonTest
import Testing

@Test func noiseIsLoud() throws {
    let bench = try Bench()
    let ear = try bench.microphone("nursery")
    _ = ear.louder(send: "loud").subscribe { _ in }
    try bench.hear(.noise(for: .seconds(1), level: -20))
    #expect(ear.isLoud)
    try bench.hear(.clap, times: 2)
}
