// Plays streams of servers on the loopback device:
//
//     StreamProbe start [COUNT]         prints the time from the command to the first sound, in microseconds
//     StreamProbe fuzz [COUNT [FIRST]]  plays hostile streams; it runs in a process of its own, because one may crash it
//     StreamProbe write FILE MINUTES    writes an MP3 file, whose minutes have the same frames
//
// Each number stands for the same stream in every run. The last line of a run has the numbers of streams that have begun, have
// failed, have been interrupted and tried again, and have done none of these within 20 s.
import CarillonAudio
import CarillonScheduling
import Glibc
import LinuxSound
import StreamTestSupport

let words = CommandLine.arguments.dropFirst()
let count = words.dropFirst().first.flatMap { Int($0) } ?? 100
let first = words.dropFirst(2).first.flatMap { Int($0) } ?? 0
switch words.first {
case "start": StartMeter.run(count)
case "fuzz": StreamFuzz.run(first..<(first + count))
case "write": LongFile.write(Array(words.dropFirst()))
default:
    print("StreamProbe start|fuzz [COUNT [FIRST]]; StreamProbe write FILE MINUTES")
    exit(2)
}
