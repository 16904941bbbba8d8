/// A track of a player, as it starts.
public struct Track: Codable, Hashable, Sendable {
    /// The number in the playlist, from 0.
    public var number: Int
    /// The path of the file.
    public var path: String
    /// The duration, if the file declares one.
    public var duration: Duration?

    /// Creates a track.
    public init(number: Int, path: String, duration: Duration? = nil) {
        (self.number, self.path, self.duration) = (number, path, duration)
    }

    /// The name of the file without its folder and its extension.
    public var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
    }
}

/// A place in a playlist, which a loop can remember.
public struct Bookmark: Codable, Hashable, Sendable {
    /// The number of the track in the playlist, from 0.
    public var track: Int
    /// The time in the track.
    public var time: Duration

    /// Creates a bookmark.
    public init(track: Int = 0, time: Duration = .zero) { (self.track, self.time) = (track, time) }

    /// The beginning of the first track.
    public static let start = Bookmark()
}

/// The tracks that a player plays.
public struct Playlist: Codable, Hashable, Sendable {
    /// The repetition of tracks.
    public enum Repetition: String, Codable, Sendable {
        /// The player ends after the last track.
        case none
        /// The player repeats a track until another one is chosen.
        case one
        /// The first track follows the last one.
        case all
    }

    /// The paths of files, and of folders whose files are played in their natural order: `2.mp3` before `10.mp3`.
    public var paths: [String]
    /// The place to begin at.
    public var start: Bookmark
    /// Whether the tracks follow each other in random order. The first one is that of `start`.
    public var isShuffled: Bool
    /// The repetition of tracks.
    public var repetition: Repetition

    /// Creates a playlist of files and folders.
    public init(
        _ paths: [String], from start: Bookmark = .start, isShuffled: Bool = false, repetition: Repetition = .none
    ) {
        (self.paths, self.start, self.isShuffled, self.repetition) = (paths, start, isShuffled, repetition)
    }

    /// Creates a playlist of one file, or of the files of one folder.
    public init(
        _ path: String, from start: Bookmark = .start, isShuffled: Bool = false, repetition: Repetition = .none
    ) {
        self.init([path], from: start, isShuffled: isShuffled, repetition: repetition)
    }
}

/// A request to a player.
public enum PlayerCommand: Codable, Hashable, Sendable {
    /// Plays a list in place of the present one.
    case play(Playlist)
    /// Pauses; the place is kept.
    case pause
    /// Goes on after a pause.
    case resume
    /// Pauses or goes on.
    case toggle
    /// Goes to the next track.
    case next
    /// Goes to the beginning of the track, or in its first 3 s to the previous one.
    case previous
    /// Goes to a time in the track.
    case seek(Duration)
    /// Goes forward by a duration, or back by a negative one.
    case skip(Duration)
    /// Ends, and forgets the list.
    case stop
}

/// News from a player. They come when they are heard, not when they are read from the file.
public enum PlayerEvent: Codable, Hashable, Sendable {
    /// A track has begun.
    case started(Track)
    /// The place that is heard; see `Player.events(positionEvery:_:)`.
    case position(Bookmark)
    /// The player has paused.
    case paused(Bookmark)
    /// The player goes on after a pause.
    case resumed
    /// A track cannot be read, and is left out.
    case failed(path: String, reason: String)
    /// The last track has ended, or ten tracks in succession could not be read.
    case finished
}
