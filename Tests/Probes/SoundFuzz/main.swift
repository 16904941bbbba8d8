// Loads and plays damaged sound files: `SoundFuzz [COUNT [FIRST]]`. It runs in a process of its own, because a file may crash
// it. `SoundFuzz lists [COUNT [FIRST]]` plays lists of tracks instead (see `Lists`), and prints the numbers of tracks, of
// failures and of ends.
//
// Each number stands for a file, the same in every run: an intact sound file in one of the formats that libsndfile
// writes, with small changes. The file is in the folder that is printed first, and stays there after a crash. The last
// line has the numbers of tracks that the player has begun and refused, of sounds, streams and errors, the largest memory in
// percent of the limit, the number of its file, and the largest memory of an Ogg file in KiB. The exit status is 1 if a file
// exceeded the limit, for Ogg if it took 100 MiB more; such files are then in the folder.
import CHardware
import CarillonAudio
import CarillonScheduling
import Glibc
import LinuxSound

let isForLists = CommandLine.arguments.dropFirst().first == "lists"
let numbers = CommandLine.arguments.dropFirst(isForLists ? 2 : 1).map { Int($0) ?? 0 }
let count = numbers.first ?? 1_000
let first = numbers.dropFirst().first ?? 0

let folder = String(cString: mkdtemp(strdup("/tmp/carillon-fuzz-XXXXXX")))
print("folder \(folder)")
let path = "\(folder)/file"

if isForLists {
    var lists = Lists(in: folder)
    fflush(nil)
    for number in first..<(first + count) { lists.play(number) }
    print(lists.line)
    exit(0)
}

// Seeds that are refused before decoding test nothing.
let seeds = Seeds.all(in: folder).filter { (try? Sound(bytes: $0, name: "seed", for: .standard)) != nil }
print("formats \(seeds.count)")
// Flushes, because output to a pipe is buffered until the end.
fflush(nil)

var report = Report()
for number in first..<(first + count) {
    var mutator = Mutator(number: number)
    let bytes = mutator.mutate(seeds[number % seeds.count], beside: seeds)
    Files.write(bytes, to: path)
    report.load(number, path, bytes, fromMemory: number.isMultiple(of: 3))
    report.playTrack(number, path)
}
unlink(path)
// libsndfile's resource fork of a Sound Designer file
unlink("\(folder)/._seed")
rmdir(folder)
print(report.line)
exit(report.isTooLarge ? 1 : 0)
