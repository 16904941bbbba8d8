import CarillonAudio
import CarillonRealTime
import Glibc
import LinuxSound

/// The CPU time of a second of sound, of a player and of the program mpg123, in turns. Both play in real time, at 48 kHz.
enum ProcessorMeter {
    private static let turns = 3

    static func run(_ path: String, seconds: Int) throws {
        var (player, engine, mpg123) = ([Double](), [Double](), [Double]())
        for _ in 0..<turns {
            engine.append(try engineTime(nil, seconds: seconds))
            player.append(try engineTime(path, seconds: seconds))
            mpg123.append(try programTime(path, seconds: seconds))
        }
        func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
        print(#"{"player": \#(median(player)), "engine": \#(median(engine)), "mpg123": \#(median(mpg123))}"#)
    }

    /// - Parameter path: The file that is played; nil for silence.
    private static func engineTime(_ path: String?, seconds: Int) throws -> Double {
        let queue = try RealTimeQueue(background: "player")
        let output = try ALSAOutput("null")
        let engine = try AudioEngine(output: output, on: queue)
        let player = PlayerCore(engine: engine, store: TrackFiles(), thread: queue) { _ in }
        if let path { queue.sync { player.perform(.play(Playlist(path))) } }
        // Opening the file is not counted, as the start of mpg123 is not.
        sleep(1)
        let before = processTime
        sleep(UInt32(seconds))
        let time = processTime - before
        engine.close()
        queue.stop()
        return time / Double(seconds)
    }

    private static func programTime(_ path: String, seconds: Int) throws -> Double {
        let short = childTime(path, seconds: 1)
        return (childTime(path, seconds: 1 + seconds) - short) / Double(seconds)
    }

    /// Reads seconds of samples from mpg123 in real time, and returns its CPU time in milliseconds.
    private static func childTime(_ path: String, seconds: Int) -> Double {
        let before = childrenTime
        guard let pipe = popen("exec mpg123 -q -s -r 48000 '\(path)'", "re") else { return .nan }
        var buffer = [UInt8](repeating: 0, count: 3_840)
        var next = ContinuousClock.now
        for _ in 0..<seconds * 50 {
            guard fread(&buffer, 1, buffer.count, pipe) == buffer.count else {
                pclose(pipe)
                return .nan
            }
            next += .milliseconds(20)
            let rest = next - .now
            if rest > .zero { usleep(UInt32(rest / .microseconds(1))) }
        }
        pclose(pipe)
        return childrenTime - before
    }

    private static var processTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }

    private static var childrenTime: Double {
        var usage = rusage()
        getrusage(Int32(RUSAGE_CHILDREN.rawValue), &usage)
        let seconds = Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
        let microseconds = Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
        return seconds * 1e3 + microseconds / 1e3
    }
}
