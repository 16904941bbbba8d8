import CarillonBoard

/// A stream of the network on the bench. It is silent, and always connected until the test makes a fault.
///
///     bench.stream("https://radio.example/live").send(title: "Yesterday")
///     bench.advance(by: .seconds(2))
///
/// The player reads a second ahead, so what the test does is heard a second later.
public struct BenchStream {
    /// The address, such as `https://radio.example/live`.
    public let address: String
    let streams: SimulatedStreams

    /// Sets the name of the station, which is the title of the track when it starts; nil for none.
    public func setName(_ name: String?) { streams.setName(address, name) }

    /// Sends a title.
    public func send(title: String) { streams.send(title, on: address) }

    /// Sends nothing until `goOn()`.
    public func stall() { streams.setStalled(address, true) }

    /// Sends again, after `stall()` or `fail(_:)`.
    public func goOn() {
        streams.setStalled(address, false)
        streams.setFailure(address, nil)
    }

    /// Fails for a reason that the player reports, now and each time that it is played, until `goOn()`.
    public func fail(_ reason: String) { streams.setFailure(address, reason) }

    /// Ends, as a stream of a known length does.
    public func end() { streams.end(address) }
}

extension Bench {
    /// Returns a stream that the player can play.
    ///
    /// - Parameter address: The address that the application plays, such as `https://radio.example/live`.
    public func stream(_ address: String) -> BenchStream {
        BenchStream(address: address, streams: simulated.tracks.streams)
    }
}
