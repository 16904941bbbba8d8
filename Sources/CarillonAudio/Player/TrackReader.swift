import CarillonScheduling

/// The tracks that a player can read.
package protocol TrackStore: Sendable {
    /// The thread on which they are read; nil for one of the player's own.
    var thread: (any Scheduler)? { get }

    /// Returns the paths of the tracks in a folder in their natural order, or the path itself if it is no folder.
    func tracks(at path: String) -> [String]

    /// Opens a track at a frame.
    ///
    /// - Parameters:
    ///   - format: The format of the engine.
    ///   - frame: The frame to begin at, in that format.
    /// - Throws: The reason why the track cannot be read.
    func open(_ path: String, in format: AudioFormat, at frame: Int) throws -> any TrackReader
}

/// A track that is being read, in the format of an engine. Used by one thread at a time.
package protocol TrackReader: AnyObject {
    /// The length in frames that the file declares; nil if it declares none.
    var claimedFrameCount: Int? { get }

    /// Reads the next frames; returns 0 at the end.
    ///
    /// - Parameter buffer: Room for a whole number of frames, at least one.
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws -> Int
}
