import CLibrary
import CarillonAudio

/// The work of the thread of a stream: it connects, decodes, and connects again.
struct StreamReceiver {
    let frames: StreamFrames
    let limits: StreamLimits
    private let original: String

    init(_ address: String, into frames: StreamFrames, _ limits: StreamLimits) {
        (original, self.frames, self.limits) = (address, frames, limits)
    }

    /// Works until the stream ends, fails or is not wanted any more.
    func run() {
        if let reason = NetworkTracks.transferFault { return frames.end(.noLibrary(reason: reason)) }
        var reconnection = Reconnection(pauses: limits.pauses)
        // A stream with a length is begun anew after a failure, without what has been heard.
        var heard = 0
        while !frames.isCancelled {
            let start = frames.written
            var failure = StreamFailure.disconnected(reason: "the server has closed the connection")
            do throws(StreamFailure) {
                if try receive(without: &heard) { return frames.end() }
            } catch {
                failure = error
            }
            guard failure.mayPass else { return frames.end(failure) }
            let sound = frames.format.duration(ofFrames: frames.written - start)
            let pause = reconnection.pause(afterSoundOf: sound)
            if pause > .zero { frames.interrupt("\(failure)") }
            wait(pause)
        }
    }

    private func wait(_ pause: Duration) {
        let end = ContinuousClock.now + pause
        while !frames.isCancelled, ContinuousClock.now < end { poll(nil, 0, 20) }
    }

    /// Connects and decodes.
    ///
    /// - Parameter heard: The frames of a stream with a length that have been heard.
    /// - Returns: Whether the stream has ended; false if it is one without an end.
    private func receive(without heard: inout Int) throws(StreamFailure) -> Bool {
        var connection = try connect(original)
        var kind = try kind(of: connection)
        var address = original
        if kind == .playlist {
            let text = try text(of: connection)
            if StreamPlaylist.isHLS(text) {
                guard !StreamAddress.hasLogin(address) else {
                    // Others would see it among the arguments of ffmpeg.
                    throw .notDecodable(format: "HLS", reason: "its address must not have a user or password")
                }
                let decoder = try FFmpegDecoder(connection, "HLS", address: address, format: frames.format)
                return try decode(decoder, connection, without: &heard)
            }
            guard let found = StreamPlaylist.address(in: text) else {
                throw .badPlaylist(reason: "it has no address of http or https")
            }
            address = found
            connection = try connect(address)
            kind = try self.kind(of: connection)
        }
        let decoder: any StreamDecoder
        switch kind {
        case .mp3: decoder = try MP3Decoder(connection)
        case .ogg: decoder = try SndfileDecoder(connection, isOgg: true)
        case .flac: decoder = try SndfileDecoder(connection, isOgg: false)
        case .playlist: throw .badPlaylist(reason: "it names another playlist")
        case .other(let name): decoder = try FFmpegDecoder(connection, name, format: frames.format)
        }
        return try decode(decoder, connection, without: &heard)
    }

    private func connect(_ address: String) throws(StreamFailure) -> StreamConnection {
        try StreamConnection(address, limits) { [frames] in frames.isCancelled }
    }

    private func kind(of connection: StreamConnection) throws(StreamFailure) -> StreamKind {
        let first = try connection.first(StreamKind.bytes)
        guard !first.isEmpty else {
            // Neither an error nor a sound
            if connection.isComplete { throw .notASound(type: nil) }
            throw .disconnected(reason: "the server has closed the connection")
        }
        let type = connection.head.type
        guard let kind = StreamKind.find(type: type, first: first) else { throw .notASound(type: type) }
        var tags = TrackTags()
        tags.title = connection.head.name
        frames.setTags(tags)
        return kind
    }

    private func text(of connection: StreamConnection) throws(StreamFailure) -> String {
        let bytes = try connection.first(StreamPlaylist.mostBytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Decoding

    private func decode(
        _ decoder: any StreamDecoder, _ connection: StreamConnection, without heard: inout Int
    ) throws(StreamFailure) -> Bool {
        var converter: FrameConverter?
        var title: String?
        var dropped = connection.head.hasLength ? heard : 0
        while true {
            // A title among the bytes that are read now is for the samples after these.
            let text = connection.takeTitle()
            let samples = try decoder.decode()
            if samples.isEmpty { return connection.isComplete }
            let delay = converter?.source == decoder.format ? converter!.delay : 0
            if let text { frames.add(title: text, after: delay) }
            if decoder.title != title {
                title = decoder.title
                if let title { frames.add(title: title, after: delay) }
            }
            if converter?.source != decoder.format {
                converter = try FrameConverter(from: decoder.format, to: frames.format)
            }
            try converter!.convert(samples) { converted throws(StreamFailure) in
                try give(converted, &dropped, connection)
            }
            if connection.head.hasLength { heard = max(heard, frames.written) }
        }
    }

    /// Writes frames, except for those to be dropped. While there is no room, the connection goes on receiving.
    private func give(
        _ samples: UnsafeBufferPointer<Float>, _ dropped: inout Int, _ connection: StreamConnection
    ) throws(StreamFailure) {
        let channels = frames.format.channels
        let skipped = min(dropped, samples.count / channels)
        dropped -= skipped
        var rest = samples[(skipped * channels)...]
        while !rest.isEmpty {
            let count = frames.write(UnsafeBufferPointer(rebasing: rest))
            rest = rest.dropFirst(count * channels)
            try connection.step(count > 0 ? 0 : 20)
        }
    }
}
