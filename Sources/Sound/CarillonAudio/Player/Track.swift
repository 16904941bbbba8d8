/// A track of a playlist: its file or stream, and the texts of its tags.
public struct Track: Codable, Hashable, Sendable {
    /// The number in the playlist, from 0.
    public var number: Int
    /// The path of the file, or the address of a stream without its user and password. Each byte of a file's name that is not
    /// UTF-8 is kept as a character from U+10FE80 to U+10FEFF; `name` shows U+FFFD.
    public var path: String
    /// The duration that the file declares; nil if it declares none.
    public var duration: Duration?
    /// The title, from the tags of the file: up to 256 bytes of UTF-8 without control characters; nil if the file has none.
    public var title: String?
    /// The artist, from the tags of the file, with the limits of `title`; nil if the file has none.
    public var artist: String?
    /// The album, from the tags of the file, with the limits of `title`; nil if the file has none.
    public var album: String?

    /// Creates a track. nil is a property that the file does not state.
    public init(
        number: Int, path: String, duration: Duration? = nil, title: String? = nil, artist: String? = nil,
        album: String? = nil
    ) {
        (self.number, self.path, self.duration) = (number, path, duration)
        (self.title, self.artist, self.album) = (title, artist, album)
    }

    /// The title. If there is none, the name of the file without its folder and its extension.
    public var name: String {
        if let title { return title }
        let file = path.split(separator: "/").last ?? ""
        return FilePath.shown(String(file.lastIndex(of: ".").map { file[..<$0] } ?? file))
    }

    /// Returns the time from a position in the track to its end; nil if the file declares no duration.
    public func remaining(at place: Bookmark) -> Duration? { duration.map { max($0 - place.time, .zero) } }
}

/// A position in a playlist, which the model of a loop can store to continue there later.
public struct Bookmark: Codable, Hashable, Sendable {
    /// The number of the track in the playlist, from 0.
    public var track: Int
    /// The time from the beginning of the track.
    public var time: Duration
    /// A place in an MP3 file a few seconds before the position. The player opens the file there without reading everything
    /// before it. nil for other files.
    public var landmark: Landmark?

    /// Creates a bookmark, by default at the beginning of the first track. `landmark` is nil for files other than MP3.
    public init(track: Int = 0, time: Duration = .zero, landmark: Landmark? = nil) {
        (self.track, self.time, self.landmark) = (track, time, landmark)
    }

    /// The beginning of the first track.
    public static let start = Bookmark()
}

/// A frame of an MP3 file, and its place in the file, which a player has found. At 44.1 kHz, a frame is 26 ms of sound.
public struct Landmark: Codable, Hashable, Sendable {
    /// The number of the frame, from 0 for the first one with sound.
    public var frame: Int
    /// The number of bytes before the frame in the file.
    public var byte: Int

    /// Creates a landmark.
    public init(frame: Int, byte: Int) { (self.frame, self.byte) = (frame, byte) }
}

/// The tracks that a player plays.
public struct Playlist: Codable, Hashable, Sendable {
    /// The tracks that the player repeats: none, the current one, or all.
    public enum Repetition: String, Codable, Sendable {
        /// Nothing is repeated: the player ends after the last track.
        case none
        /// The current track is repeated until a command selects another track.
        case one
        /// The list is repeated: the first track follows the last one.
        case all
    }

    /// The paths of files and folders, and the addresses of streams (`https://...`). The files of a folder are played in
    /// natural order: `2.mp3` before `10.mp3`. Only the first 10,000 files of a folder are played.
    public var paths: [String]
    /// Whether the subfolders of a folder are also played, such as `CD1` and `CD2` of an album. They follow the folder's
    /// own files.
    public var includesSubfolders = true
    /// The position at which the player begins.
    public var start: Bookmark
    /// Whether the tracks are played in random order. The track of `start` is the first one.
    public var isShuffled: Bool
    /// The tracks that the player repeats: none, the current one, or all.
    public var repetition: Repetition
    /// The time for which the end of a track is mixed with the beginning of the next track, at most 10 s. With zero, the next
    /// track follows without a gap. A track is faded for at most half of its length; streams are not faded. 10 s need 8 MB of
    /// memory.
    public var crossfade: Duration
    /// The bus on which the tracks are played. The default is `.music`; `.alarm` suits a radio that wakes the user.
    public var bus = AudioBus.music

    /// Creates a playlist of files, folders and streams.
    public init(
        _ paths: [String], from start: Bookmark = .start, isShuffled: Bool = false, repetition: Repetition = .none,
        crossfade: Duration = .zero, includesSubfolders: Bool = true, bus: AudioBus = .music
    ) {
        (self.paths, self.start, self.isShuffled, self.repetition) = (paths, start, isShuffled, repetition)
        (self.crossfade, self.includesSubfolders, self.bus) = (crossfade, includesSubfolders, bus)
    }

    /// Creates a playlist of one file, one stream, or the files of one folder.
    public init(
        _ path: String, from start: Bookmark = .start, isShuffled: Bool = false, repetition: Repetition = .none,
        crossfade: Duration = .zero, includesSubfolders: Bool = true, bus: AudioBus = .music
    ) {
        self.init(
            [path], from: start, isShuffled: isShuffled, repetition: repetition, crossfade: crossfade,
            includesSubfolders: includesSubfolders, bus: bus)
    }
}

extension Playlist {
    /// Decodes a playlist. `includesSubfolders` and `bus` may be missing, as in playlists that an earlier version stored. ¶
    /// - Throws: `DecodingError` if another property is missing or invalid.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try values.decode([String].self, forKey: .paths), from: try values.decode(Bookmark.self, forKey: .start),
            isShuffled: try values.decode(Bool.self, forKey: .isShuffled),
            repetition: try values.decode(Repetition.self, forKey: .repetition),
            crossfade: try values.decode(Duration.self, forKey: .crossfade),
            includesSubfolders: try values.decodeIfPresent(Bool.self, forKey: .includesSubfolders) ?? true,
            bus: try values.decodeIfPresent(AudioBus.self, forKey: .bus) ?? .music)
    }
}

/// Descriptions show addresses without users and passwords. Therefore event logs do so, too.
extension Playlist: CustomReflectable {
    /// The properties for messages and logs. The addresses of streams are without user and password.
    public var customMirror: Mirror {
        var children: [(label: String?, value: Any)] = [
            ("paths", paths.map(StreamAddress.withoutLogin)), ("start", start), ("isShuffled", isShuffled),
            ("repetition", repetition),
        ]
        if crossfade > .zero { children.append(("crossfade", crossfade)) }
        if bus != .music { children.append(("bus", bus)) }
        if !includesSubfolders { children.append(("includesSubfolders", includesSubfolders)) }
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

/// A request to a player.
public enum PlayerCommand: Codable, Hashable, Sendable {
    /// Plays a list in place of the current one.
    case play(Playlist)
    /// Pauses, and keeps the position.
    case pause
    /// Continues after a pause.
    case resume
    /// Pauses if the player plays; otherwise continues.
    case toggle
    /// Goes to the next track. After the last track, the player ends if the repetition is `.none`, and otherwise goes to the
    /// first track.
    case next
    /// Goes to the beginning of the track; in the first 3 s of the track, or in a stream, to the previous track.
    case previous
    /// Goes to a time in the track. Has no effect on a stream.
    case seek(Duration)
    /// Goes forward in the track by a duration, or back by a negative one. Has no effect on a stream.
    case skip(Duration)
    /// Stops the player and removes its list.
    case stop
}

/// An event of a player. It is sent when the sound is heard, not when it is read from the file.
public enum PlayerEvent: Codable, Hashable, Sendable {
    /// A track has begun to play.
    case started(Track)
    /// The position that is heard; see `Player.events(positionEvery:_:)`.
    case position(Bookmark)
    /// The player has paused at this position.
    case paused(Bookmark)
    /// The player continues after a pause, or a stream continues after a stall.
    case resumed
    /// A stream has no sound at present, because it is connecting or its server has stalled; `.started` or `.resumed`
    /// follows. If `reason` is not nil, a connection has failed. The player then tries again after a pause that grows from
    /// 0 to 30 s. Meanwhile, it plays the sound received so far.
    case buffering(path: String, reason: String? = nil)
    /// A stream has sent the title of another piece: up to 256 bytes of UTF-8 without control characters. It is empty if the
    /// stream has cleared the title.
    case title(String)
    /// The medium of a track has been removed, such as a USB stick that was pulled out. The player waits at the bookmark.
    /// When the medium is back, `.resumed` follows.
    case waiting(Bookmark, reason: String)
    /// A track cannot be read, and is skipped. If `path` is a folder, the folder has no tracks, or some of its tracks are
    /// not played. Also sent if the sound output has failed or is overloaded; `path` is then the current track, or empty if
    /// no track has begun.
    case failed(path: String, reason: String)
    /// The playlist has ended: after its last track, because it has no tracks, or because ten tracks in succession could not be
    /// read.
    case finished
}
