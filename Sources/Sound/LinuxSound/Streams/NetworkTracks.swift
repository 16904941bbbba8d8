import CHardware
import CarillonAudio
import CarillonScheduling
import Dispatch

/// The tracks of a player in the network and in files: a path that begins with `http://` or `https://` is the address of a
/// stream.
///
/// The libraries are loaded when the first stream is played.
package final class NetworkTracks: TrackStore {
    private let files: any TrackStore
    private let limits: StreamLimits
    private let characterSet: @Sendable (String) -> String?

    /// - Parameter characterSet: Returns the character set of the texts of a station by its address; nil for UTF-8, and
    ///   Windows-1252 where they are not.
    package init(
        files: any TrackStore = TrackFiles(), limits: StreamLimits = .standard,
        characterSet: @escaping @Sendable (_ address: String) -> String? = { _ in nil }
    ) {
        (self.files, self.limits, self.characterSet) = (files, limits, characterSet)
    }

    package var thread: (any Scheduler)? { files.thread }

    package func tracks(at path: String, includesSubfolders: Bool) -> TrackList {
        StreamAddress.isStream(path)
            ? TrackList([path]) : files.tracks(at: path, includesSubfolders: includesSubfolders)
    }

    package func open(
        _ path: String, in format: AudioFormat, at frame: Int, near landmark: Landmark?
    ) throws -> any TrackReader {
        guard StreamAddress.isStream(path) else { return try files.open(path, in: format, at: frame, near: landmark) }
        return NetworkTrack(path, in: format, limits, StationText(characterSet: characterSet(path)))
    }

    package func landmark(in path: String, before frame: Int, of format: AudioFormat) -> Landmark? {
        files.landmark(in: path, before: frame, of: format)
    }

    package func isAbsent(_ path: String) -> Bool { !StreamAddress.isStream(path) && files.isAbsent(path) }

    package func cover(of path: String) -> TrackCover? {
        StreamAddress.isStream(path) ? nil : files.cover(of: path)
    }

    /// The reason why libcurl cannot be loaded; nil if it can. Loads it.
    package static var transferFault: String? { ccurl_load().map { "\(String(cString: $0)); install libcurl4" } }
}

/// A stream that a player plays. A thread of its own receives and decodes it; reading never waits.
final class NetworkTrack: TrackReader {
    let frames: StreamFrames
    let claimedFrameCount: Int? = nil
    private(set) var isWaiting = false

    init(_ address: String, in format: AudioFormat, _ limits: StreamLimits, _ texts: StationText) {
        frames = StreamFrames(format: format)
        let receiver = StreamReceiver(address, into: frames, limits, texts: texts)
        DispatchQueue(label: "carillon-stream").async { receiver.run() }
    }

    deinit { frames.cancel() }

    var tags: TrackTags { frames.tags }
    func takeTitle() -> String? { frames.takeTitle() }
    func takeInterruption() -> String? { frames.takeInterruption() }

    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int {
        isWaiting = false
        guard let count = try frames.read(into: buffer) else {
            isWaiting = true
            return 0
        }
        return count
    }
}
