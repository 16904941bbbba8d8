import CarillonAudio
import CarillonRealTime
import CarillonScheduling
import Dispatch
import Glibc
import LinuxSound

// A program for the tests on a real kernel. It plays sounds as its arguments say. The tests record its output, pause
// it, and remove its sound card.
//
//     AudioProbe DEVICE [release=MS] [period=FRAMES] STEP...
//
// `period` sets the period in frames; the buffer then has 16 periods. The steps run one after the other:
//     play=FILE               plays a sound to its end
//     tracks=PATH             plays a file or the files of a folder with a player, to their end
//     volume=CARD,CONTROL,DB  sets the card's own volume
//     wait=MS                 waits
// It reports its progress in lines on standard output.

// `AudioProbe capture DEVICE FOLDER MS` records instead, and reports what it hears.

let queue = try RealTimeQueue(name: "probe", priority: 70)
let arguments = CommandLine.arguments.dropFirst()
guard let device = arguments.first else { exit(2) }

/// Writes a line immediately.
@Sendable func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}

if device == "capture" {
    let words = Array(arguments.dropFirst())
    let recordings = DiskRecordings(in: words[1], leaving: 0)
    let input = ALSAInput(words[0])
    let isSounding: @Sendable () -> Bool = { false }
    let sink = CaptureSink(deafTime: 0, store: recordings, isSounding: isSounding) { report in
        switch report {
        case .heard(.loud): say("loud")
        case .heard(.quiet): say("quiet")
        case .heard: break
        case .recorded(_, let recording): say("recorded \(recording.end.rawValue) \(recording.path)")
        case .lost: say("lost")
        }
    }
    sink.send(.want(LoudnessRule(loud: -40, for: 100, quiet: -60, for: 500)))
    sink.send(.record(1, limit: .milliseconds(Int(words[2])!), preRoll: .zero, .wav))
    input.start(sink)
    usleep(UInt32(words[2])! * 1000 + 500_000)
    input.stop()
    recordings.finish()
    say("xruns \(input.xruns)")
    exit(0)
}

func value(_ argument: String, after name: String) -> String? {
    argument.hasPrefix(name + "=") ? String(argument.dropFirst(name.count + 1)) : nil
}

func number(after name: String) -> Int? {
    arguments.lazy.compactMap { value($0, after: name) }.first.flatMap { Int($0) }
}

let idlePolicy = number(after: "release").map { AudioIdlePolicy.release(after: .milliseconds($0)) }
let buffering = number(after: "period").map { frames in
    let format = AudioFormat.standard
    return AudioBuffering(period: format.duration(ofFrames: frames), buffer: format.duration(ofFrames: 16 * frames))
}
let output = try ALSAOutput(device, buffering: buffering ?? .standard, idlePolicy: idlePolicy ?? .keepRunning)
let engine = try AudioEngine(output: output, on: queue) { event in
    switch event {
    case .lost: say("lost")
    case .returned: say("returned")
    case .wokeUp, .failed: say("\(event)")
    }
}

/// Plays a sound, and waits until it has been heard.
func play(_ file: String) throws {
    let sound = try engine.load(file)
    let drained = DispatchSemaphore(value: 0)
    queue.sync { _ = engine.play(sound) { end in say("ended \(end)") } }
    engine.drain(on: queue) { drained.signal() }
    drained.wait()
}

/// Plays tracks to their end, and reports the memory of the process at the second track and at the last one.
func play(tracks path: String) {
    let finished = DispatchSemaphore(value: 0)
    let memory = Locked<(second: Int?, last: Int)>((nil, 0))
    let core = PlayerCore(
        engine: engine, store: TrackFiles(), thread: DispatchScheduler(DispatchQueue(label: "player"))
    ) { event in
        switch event {
        case .started(let track):
            say("started \(track.number)")
            if track.number > 0 { memory.withLock { $0 = ($0.second ?? residentKiB(), residentKiB()) } }
        case .failed(let path, let reason): say("failed \(path): \(reason)")
        case .waiting(let place, _): say("waiting at \(place.track) \(place.time)")
        case .resumed: say("resumed")
        case .finished: finished.signal()
        default: break
        }
    }
    core.perform(.play(Playlist(path)))
    finished.wait()
    let drained = DispatchSemaphore(value: 0)
    engine.drain(on: queue) { drained.signal() }
    drained.wait()
    memory.withLock { say("memory \($0.second ?? 0) \($0.last)") }
}

/// The resident memory of this process in KiB.
@Sendable func residentKiB() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var (size, resident) = (0, 0)
    return withUnsafeMutablePointer(to: &size) { size in
        withUnsafeMutablePointer(to: &resident) { resident in
            withVaList([size, resident]) { vfscanf(file, "%ld %ld", $0) == 2 ? resident.pointee * 4 : 0 }
        }
    }
}

say("playing on \(output)")
for argument in arguments.dropFirst() {
    if let file = value(argument, after: "play") {
        try play(file)
    } else if let path = value(argument, after: "tracks") {
        play(tracks: path)
    } else if let list = value(argument, after: "volume") {
        let parts = list.split(separator: ",").map(String.init)
        let volume = try HardwareVolume(card: parts[0], control: parts[1])
        try volume.setGain(Double(parts[2])!)
        say("gain \(try volume.gain) of \(volume.range)")
    } else if let milliseconds = value(argument, after: "wait") {
        usleep(UInt32(milliseconds)! * 1000)
        say("waited")
    }
}
say("xruns \(engine.statistics.xruns)")
engine.close()
queue.stop()
