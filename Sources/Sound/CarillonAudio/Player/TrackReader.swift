import CarillonScheduling

/// The tracks that a player can read.
package protocol TrackStore: Sendable {
    /// The thread on which they are read; nil for one of the player's own.
    var thread: (any Scheduler)? { get }

    /// Returns the tracks in a folder in their natural order, or the path itself if it is not a folder.
    func tracks(at path: String, includesSubfolders: Bool) -> TrackList

    /// Opens a track at a frame.
    ///
    /// - Parameters:
    ///   - format: The format of the engine.
    ///   - frame: The frame to begin at, in that format.
    ///   - landmark: A place in the file that has been noted before; nil for none. It may be wrong.
    /// - Throws: The reason why the track cannot be read.
    func open(
        _ path: String, in format: AudioFormat, at frame: Int, near landmark: Landmark?
    ) throws -> any TrackReader

    /// Returns the last known landmark before a frame of a track that has been opened; nil if there is none.
    func landmark(in path: String, before frame: Int, of format: AudioFormat) -> Landmark?

    /// Returns whether the medium of a track that has been read before is absent.
    func isAbsent(_ path: String) -> Bool

    /// Reads the cover of a track; returns nil if it has none.
    func cover(of path: String) -> TrackCover?
}

/// The tracks at a path of a playlist.
package struct TrackList: Equatable, Sendable {
    package let paths: [String]
    /// The message about what is not played; nil if all is.
    package let notice: String?

    package init(_ paths: [String], notice: String? = nil) { (self.paths, self.notice) = (paths, notice) }
}

extension TrackStore {
    package func landmark(in path: String, before frame: Int, of format: AudioFormat) -> Landmark? { nil }
    package func isAbsent(_ path: String) -> Bool { false }
    package func cover(of path: String) -> TrackCover? { nil }
}

/// A track that is being read, in the format of an engine. Used by one thread at a time.
package protocol TrackReader: AnyObject {
    /// The length in frames that the file declares; nil if it declares none.
    var claimedFrameCount: Int? { get }

    /// The texts in the tags of the track. Those of a stream come with its first frames.
    var tags: TrackTags { get }

    /// Whether frames may follow when `read` has returned 0: a stream that has not come yet.
    var isWaiting: Bool { get }

    /// Whether the track has frames, also if `read` has returned none: those of a short track may all be in its resampler.
    var hasSound: Bool { get }

    /// Returns and removes the title that a stream has sent before the next frame; empty if it has cleared it; nil if it has
    /// sent none.
    func takeTitle() -> String?

    /// Returns and removes the reason why a stream has been interrupted and is tried again; nil if there is none.
    func takeInterruption() -> String?

    /// Reads the next frames; returns 0 at the end, and while `isWaiting`.
    ///
    /// - Parameter buffer: Room for a whole number of frames, at least one.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int

    /// Takes over the frames that a track before this one has not returned yet, because it is resampled, so that the two
    /// are resampled as one. Called before the first `read`.
    ///
    /// - Returns: The number of these frames, which `read` returns first; nil if this track is not resampled in the same way,
    ///   or if the other one has begun to return them by `readRest`.
    func follow(_ track: any TrackReader) -> Int?

    /// Returns the frames that are left after the end of `read`, if no track has taken them over; 0 at their end.
    func readRest(into buffer: UnsafeMutableBufferPointer<Float>) -> Int
}

extension TrackReader {
    package var tags: TrackTags { TrackTags() }
    package var isWaiting: Bool { false }
    package var hasSound: Bool { false }
    package func takeTitle() -> String? { nil }
    package func takeInterruption() -> String? { nil }
    package func follow(_ track: any TrackReader) -> Int? { nil }
    package func readRest(into buffer: UnsafeMutableBufferPointer<Float>) -> Int { 0 }
}
