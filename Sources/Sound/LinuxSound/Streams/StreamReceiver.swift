import CLibrary
import CarillonAudio

/// The work of the thread of a stream: it connects, decodes, and connects again.
struct StreamReceiver {
    /// The frames of a stream with an end that have been heard. It is begun anew after a failure, without them.
    struct Heard {
        var address = ""
        var frames = 0
    }

    let frames: StreamFrames
    let limits: StreamLimits
    private let texts: StationText
    private let original: String

    init(_ address: String, into frames: StreamFrames, _ limits: StreamLimits, texts: StationText) {
        (original, self.frames, self.limits, self.texts) = (address, frames, limits, texts)
    }

    /// Works until the stream ends, fails or is not wanted any more.
    func run() {
        if let reason = NetworkTracks.transferFault { return frames.end(.noLibrary(reason: reason)) }
        if let set = texts.characterSet, !StationText.isKnown(set) { return frames.end(.noCharacterSet(set)) }
        var reconnection = Reconnection(pauses: limits.pauses)
        var heard = Heard()
        while !frames.isCancelled {
            let start = frames.written
            do throws(StreamFailure) {
                try play(original, isEntry: false, without: &heard)
                return frames.end()
            } catch {
                guard error.mayPass else { return frames.end(error) }
                let sound = frames.format.duration(ofFrames: frames.written - start)
                let pause = reconnection.pause(afterSoundOf: sound)
                if pause > .zero { frames.interrupt("\(error)") }
                wait(pause)
            }
        }
    }

    private func wait(_ pause: Duration) {
        let end = ContinuousClock.now + pause
        while !frames.isCancelled, ContinuousClock.now < end { poll(nil, 0, 20) }
    }

    func connect(_ address: String) throws(StreamFailure) -> StreamConnection {
        try StreamConnection(address, limits, texts: texts) { [frames] in frames.isCancelled }
    }

    /// Plays what is at an address to its end.
    ///
    /// - Parameters:
    ///   - isEntry: Whether the address is from a playlist, so that it must not be one.
    ///   - heard: The frames that have been heard.
    private func play(_ address: String, isEntry: Bool, without heard: inout Heard) throws(StreamFailure) {
        let connection = try connect(address)
        let tags = try connection.takeTags()
        let first = try connection.next(StreamKind.bytes)
        guard !first.isEmpty else {
            // Neither an error nor a sound
            if connection.isComplete { throw .notASound(type: nil) }
            throw .closed
        }
        if let list = try list(of: connection, first) {
            if list.isHLS {
                show(tags, connection)
                return try playHLS(at: address, connection, without: &heard)
            }
            if isEntry { throw .badPlaylist(reason: "it names another playlist") }
            return try playFirst(of: list.addresses, without: &heard)
        }
        let type = connection.head.type
        guard let kind = StreamKind.find(type: tags == nil ? type : nil, first: first) else {
            throw .notASound(type: type)
        }
        show(tags, connection)
        let decoder: any StreamDecoder
        switch kind {
        case .mp3: decoder = try MP3Stream(connection)
        case .ogg: decoder = try SndfileDecoder(connection, isOgg: true)
        case .flac: decoder = try SndfileDecoder(connection, isOgg: false)
        case .other(let name): decoder = try FFmpegDecoder(connection, name, format: frames.format)
        }
        try decode(decoder, connection, hasEnd: connection.head.hasLength, of: address, without: &heard)
        guard connection.isComplete else { throw .closed }
    }

    private func show(_ found: TrackTags?, _ connection: StreamConnection) {
        var tags = found ?? TrackTags()
        tags.title = tags.title ?? connection.head.name
        frames.setTags(tags)
    }

    // MARK: Playlists

    private func list(of connection: StreamConnection, _ first: [UInt8]) throws(StreamFailure) -> StreamPlaylist? {
        guard PlaylistText.isText(first) else { return nil }
        let bytes = try connection.next(StreamPlaylist.mostBytes)
        return StreamPlaylist(bytes, type: connection.head.type, address: connection.address)
    }

    /// Plays the first one of these streams that can be played.
    private func playFirst(of addresses: [String], without heard: inout Heard) throws(StreamFailure) {
        var failure: StreamFailure?
        for address in addresses.prefix(StreamLimits.entries) {
            let start = frames.written
            do throws(StreamFailure) {
                return try play(address, isEntry: true, without: &heard)
            } catch {
                guard frames.written == start, error != .cancelled else { throw error }
                // All of them are tried again if one may be played then.
                if failure == nil || !failure!.mayPass && error.mayPass { failure = error }
            }
        }
        throw failure ?? .badPlaylist(reason: "it has no address of http or https")
    }

    // MARK: Decoding

    /// Decodes to the decoder's end.
    ///
    /// - Parameter hasEnd: Whether the stream has an end, so that the frames that have been heard are left out.
    /// - Returns: The number of frames decoded, with those left out.
    @discardableResult
    func decode(
        _ decoder: any StreamDecoder, _ connection: StreamConnection, hasEnd: Bool, of address: String,
        without heard: inout Heard
    ) throws(StreamFailure) -> Int {
        if heard.address != address { heard = Heard(address: address) }
        var converter: FrameConverter?
        var title: String?
        let skipped = hasEnd ? heard.frames : 0
        var (dropped, decoded) = (skipped, 0)
        while true {
            // A title among the bytes that are read now is for the samples after these.
            let text = connection.takeTitle()
            let samples = try decoder.decode()
            if samples.isEmpty { return decoded }
            let delay = converter?.source == decoder.format ? converter!.delay : 0
            if let text { frames.add(title: text, after: delay) }
            if decoder.title != title {
                title = decoder.title
                frames.add(title: title ?? "", after: delay)
            }
            if converter?.source != decoder.format {
                converter = try FrameConverter(from: decoder.format, to: frames.format)
            }
            try converter!.convert(samples) { converted throws(StreamFailure) in
                decoded += converted.count / frames.format.channels
                try give(converted, &dropped, connection)
            }
            if hasEnd { heard.frames = max(heard.frames, decoded) }
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

/// HLS streams. ffmpeg fetches and decodes them, and ends without a reason when the server refuses a list or a part, and at the
/// end of the stream. So the list and a part are then asked for.
extension StreamReceiver {
    private static let mostVariants = 4

    /// Plays an HLS stream to its end.
    ///
    /// - Parameter connection: The connection to the list.
    func playHLS(
        at address: String, _ connection: StreamConnection, without heard: inout Heard
    ) throws(StreamFailure) {
        guard !StreamAddress.hasLogin(address) else {
            // Others would see it among the arguments of ffmpeg.
            throw .notDecodable(format: "HLS", reason: "its address must not have a user or password")
        }
        let before = try parts(of: connection)
        let decoder = try FFmpegDecoder(connection, "HLS", address: address, format: frames.format)
        let known = heard.address == address ? heard.frames : 0
        let count = try decode(decoder, connection, hasEnd: before.list.hasEnd, of: address, without: &heard)
        let now = try parts(of: connect(address))
        if frames.written == 0 {
            if let part = now.list.entries.last.flatMap({ StreamPlaylist.resolve($0, at: now.address) }) {
                _ = try connect(part).next(1)
            }
            throw .notDecodable(format: "HLS", reason: "ffmpeg has ended")
        }
        guard now.list.hasEnd else { throw .closed }
        // A part that is missing again is missing for ever.
        let (rate, isMissingAgain) = (frames.format.rate, abs(count - known) < frames.format.rate)
        if before.list.isLonger(than: Double(count) / Double(rate)), !isMissingAgain { throw .closed }
    }

    /// Returns the list of the parts that a connection brings, or of those of the first variant that can be fetched.
    private func parts(of connection: StreamConnection) throws(StreamFailure) -> (list: HLSList, address: String) {
        let list = HLSList(try text(of: connection))
        guard list.hasVariants else { return (list, connection.address) }
        var failure: StreamFailure?
        for entry in list.entries.prefix(Self.mostVariants) {
            guard let address = StreamPlaylist.resolve(entry, at: connection.address) else { continue }
            do throws(StreamFailure) {
                let variant = try connect(address)
                return (HLSList(try text(of: variant)), variant.address)
            } catch {
                if error == .cancelled { throw error }
                failure = failure ?? error
            }
        }
        throw failure ?? .badPlaylist(reason: "its variants have no address of http or https")
    }

    private func text(of connection: StreamConnection) throws(StreamFailure) -> String {
        let bytes = try connection.take(HLSList.mostBytes)
        guard !bytes.isEmpty else { throw .closed }
        return String(decoding: bytes, as: UTF8.self)
    }
}
