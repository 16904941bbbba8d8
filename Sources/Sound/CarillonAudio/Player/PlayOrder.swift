/// The order in which a player plays the tracks of a list.
struct PlayOrder {
    /// The number of tracks in succession that cannot be read, after which a list ends: a medium that was pulled out is not
    /// a thousand failures.
    static let mostFailures = 10

    let paths: [String]
    private let order: [Int]
    private let repetition: Playlist.Repetition
    /// The time that a track and the next one share.
    let crossfade: Duration
    /// The index in the order.
    private var place: Int
    private var failures = 0
    /// Whether a track of the list has been read.
    private(set) var hasPlayed = false

    /// Returns nil if there are no tracks.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files.
    ///   - first: The number of the track to begin with. A number that does not exist stands for the first.
    ///   - crossfade: The time that a track and the next one share; at most 10 s.
    ///   - shuffle: Returns numbers in random order.
    init?(
        _ paths: [String], first: Int, isShuffled: Bool, repetition: Playlist.Repetition, crossfade: Duration = .zero,
        shuffle: ([Int]) -> [Int] = { $0.shuffled() }
    ) {
        guard !paths.isEmpty else { return nil }
        let first = paths.indices.contains(first) ? first : 0
        (self.paths, self.repetition) = (paths, repetition)
        self.crossfade = min(max(crossfade, .zero), .seconds(10))
        if isShuffled {
            order = [first] + shuffle(paths.indices.filter { $0 != first })
            place = 0
        } else {
            order = Array(paths.indices)
            place = first
        }
    }

    /// The number of the present track.
    var current: Int { order[place] }

    /// The path of the present track.
    var path: String { paths[current] }

    /// Whether the present track is a stream of the network.
    var isAtStream: Bool { StreamAddress.isStream(path) }

    /// Goes to the track that follows by itself. Returns false at the end of the list.
    mutating func advance() -> Bool {
        repetition == .one && failures == 0 ? true : step(1, wraps: repetition != .none)
    }

    /// Goes to the next track for the user. Returns false at the end of the list.
    mutating func next() -> Bool { step(1, wraps: repetition != .none) }

    /// Goes to the previous track for the user; stays at the first one.
    mutating func previous() { if !step(-1, wraps: repetition != .none) { place = 0 } }

    /// Notes that the present track can be read.
    mutating func hasStarted() { (failures, hasPlayed) = (0, true) }

    /// Notes that the present track cannot be read, and goes to the next one. Returns false if the list ends.
    mutating func hasFailed() -> Bool {
        failures += 1
        return failures < Self.mostFailures && step(1, wraps: repetition != .none)
    }

    private mutating func step(_ by: Int, wraps: Bool) -> Bool {
        let target = place + by
        guard order.indices.contains(target) || wraps else { return false }
        place = (target + order.count) % order.count
        return true
    }
}
