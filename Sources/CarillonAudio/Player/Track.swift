/// A track that a player plays: its file or stream, and the texts of its tags.
public struct Track: Codable, Hashable, Sendable {
    /// The number in the playlist, from 0.
    public var number: Int
    /// The path of the file, or the address of a stream without its user and password.
    public var path: String
    /// The duration, if the file declares one.
    public var duration: Duration?
    /// The title, from the tags of the file: up to 256 bytes of UTF-8 without control characters; nil if the file has none.
    public var title: String?
    /// The artist, as `title`.
    public var artist: String?
    /// The album, as `title`.
    public var album: String?

    /// Creates a track.
    public init(
        number: Int, path: String, duration: Duration? = nil, title: String? = nil, artist: String? = nil,
        album: String? = nil
    ) {
        (self.number, self.path, self.duration) = (number, path, duration)
        (self.title, self.artist, self.album) = (title, artist, album)
    }

    /// The title, or without one the name of the file without its folder and its extension.
    public var name: String {
        if let title { return title }
        let file = path.split(separator: "/").last ?? ""
        return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
    }

    /// Returns the time from a place in the track to its end; nil if the file declares no duration.
    public func remaining(at place: Bookmark) -> Duration? { duration.map { max($0 - place.time, .zero) } }
}

/// A place in a playlist, which a loop can remember.
public struct Bookmark: Codable, Hashable, Sendable {
    /// The number of the track in the playlist, from 0.
    public var track: Int
    /// The time in the track.
    public var time: Duration
    /// A place in the file a few seconds before, from which an MP3 file is opened without reading all before it; nil for
    /// other files.
    public var landmark: Landmark?

    /// Creates a bookmark.
    public init(track: Int = 0, time: Duration = .zero, landmark: Landmark? = nil) {
        (self.track, self.time, self.landmark) = (track, time, landmark)
    }

    /// The beginning of the first track.
    public static let start = Bookmark()
}

/// A frame of an MP3 file and its place in the file, as a player has found them. A frame has 26 ms of sound at 44.1 kHz.
public struct Landmark: Codable, Hashable, Sendable {
    /// The number of the frame, from 0 for the first one with sound.
    public var frame: Int
    /// The number of bytes before it in the file.
    public var byte: Int

    /// Creates a landmark.
    public init(frame: Int, byte: Int) { (self.frame, self.byte) = (frame, byte) }
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

    /// The paths of files, the addresses of streams (`https://...`), and the paths of folders whose files are played in their natural order: `2.mp3` before `10.mp3`.
    public var paths: [String]
    /// The place to begin at.
    public var start: Bookmark
    /// Whether the tracks follow each other in random order. The first one is that of `start`.
    public var isShuffled: Bool
    /// The repetition of tracks.
    public var repetition: Repetition
    /// The time for which the end of a track is mixed with the beginning of the next one, up to 10 s; zero for none: then one
    /// follows the other without a gap. A track is faded for at most half of its length, and a stream is not. The memory for 10 s
    /// is 8 MB.
    public var crossfade: Duration

    /// Creates a playlist of files and folders.
    public init(
        _ paths: [String], from start: Bookmark = .start, isShuffled: Bool = false, repetition: Repetition = .none,
        crossfade: Duration = .zero
    ) {
        (self.paths, self.start, self.isShuffled, self.repetition) = (paths, start, isShuffled, repetition)
        self.crossfade = crossfade
    }

    /// Creates a playlist of one file, or of the files of one folder.
    public init(
        _ path: String, from start: Bookmark = .start, isShuffled: Bool = false, repetition: Repetition = .none,
        crossfade: Duration = .zero
    ) {
        self.init([path], from: start, isShuffled: isShuffled, repetition: repetition, crossfade: crossfade)
    }
}

/// Descriptions, and so event logs, show addresses without their users and passwords.
extension Playlist: CustomReflectable {
    /// The properties, as they may be shown.
    public var customMirror: Mirror {
        var children: [(label: String?, value: Any)] = [
            ("paths", paths.map(StreamAddress.withoutLogin)), ("start", start), ("isShuffled", isShuffled),
            ("repetition", repetition),
        ]
        if crossfade > .zero { children.append(("crossfade", crossfade)) }
        return Mirror(self, children: children, displayStyle: .struct)
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
    /// The player goes on after a pause, or a stream after a stall.
    case resumed
    /// A stream has no sound yet, or no more at present, because it connects or its server has stalled; `.started` or
    /// `.resumed` follows. With a reason, a connection has failed, and the player tries again after a pause that grows from 0
    /// to 30 s; what it has received is heard meanwhile.
    case buffering(path: String, reason: String? = nil)
    /// A stream has sent the title of what is heard: up to 256 bytes of UTF-8 without control characters.
    case title(String)
    /// The medium of a track has been removed, such as a USB stick that was pulled out. The player waits at the bookmark.
    /// When the medium is back, `.resumed` follows.
    case waiting(Bookmark, reason: String)
    /// A track cannot be read, and is left out.
    case failed(path: String, reason: String)
    /// The last track has ended, or ten tracks in succession could not be read.
    case finished
}
