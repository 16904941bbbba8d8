import CarillonAudio
import CarillonScheduling
import Glibc
import LinuxSound
import StreamTestSupport

/// A meter of the time from `play` to the first frame in the output of an engine that runs in real time.
enum StartMeter {
    static func run(_ count: Int) {
        let server = StreamServer.radio()
        let tracks = NetworkTracks()
        var times: [Int] = []
        for _ in 0..<count { times.append(time(of: server.address(), tracks)) }
        let sorted = times.sorted()
        print("first \(times[0]) p50 \(sorted[count / 2]) p99 \(sorted[min(count * 99 / 100, count - 1)])")
    }

    /// Returns the microseconds until a fifth of a second is there, after which the player begins to sound.
    private static func time(of address: String, _ tracks: NetworkTracks) -> Int {
        let start = ContinuousClock.now
        guard let track = try? tracks.open(address, in: .standard, at: 0, near: nil) else { return .max }
        var buffer = [Float](repeating: 0, count: 2 * 4_800)
        var frames = 0
        while frames < 9_600 {
            guard let count = try? buffer.withUnsafeMutableBufferPointer({ try track.read(into: $0) }) else {
                return .max
            }
            frames += count
            if count == 0 { poll(nil, 0, 1) }
        }
        let time = ContinuousClock.now - start
        return Int(time / .microseconds(1))
    }
}
