import CarillonBoard

/// A simulated network stream on the bench. It is silent, and works until the test causes a fault.
///
///     bench.stream("https://radio.example/live").send(title: "Yesterday")
///     bench.advance(by: .seconds(2))
///
/// The player reads a second ahead, so it reports a change of the stream after a second.
public struct BenchStream {
    /// The address, such as `https://radio.example/live`.
    public let address: String
    let streams: SimulatedStreams

    /// Sets the name of the station, which is the title of the track when the stream starts; nil for no name.
    public func setName(_ name: String?) { streams.setName(address, name) }

    /// Sends a title to the players of the stream.
    public func send(title: String) { streams.send(title, on: address) }

    /// Stalls the stream: it sends nothing until `resume()`.
    public func stall() { streams.setStalled(address, true) }

    /// Ends `stall()` and `fail(_:)`: the stream sends again.
    public func resume() {
        streams.setStalled(address, false)
        streams.setFailure(address, nil)
    }

    /// Makes the stream fail, now and each time that it is played, until `resume()`. The player reports the reason.
    public func fail(_ reason: String) { streams.setFailure(address, reason) }

    /// Ends the stream, as a server does at the end of a recording.
    public func end() { streams.end(address) }
}

extension Bench {
    /// Returns the simulated stream at an address, for titles and faults.
    ///
    /// - Parameter address: The address that the application plays, such as `https://radio.example/live`.
    public func stream(_ address: String) -> BenchStream {
        BenchStream(address: address, streams: simulated.tracks.streams)
    }
}
