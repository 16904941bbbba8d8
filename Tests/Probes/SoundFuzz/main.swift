// Loads files that went wrong on the way: `SoundFuzz [COUNT [FIRST]]`, in a process of its own, which a crash may end.
//
// Each number is a file, the same in every run: a whole sound file of one of all formats that libsndfile writes, changed
// a little. The file is in the folder that is printed first; after a crash it is still there. The last line says how many
// files gave a sound, a stream and an error, and how many percent of the limit were taken at most, and by which file. The
// exit status is 1 if that is more than the limit; the files that did it are then in the folder.
import CSndfile
import CarillonAudio
import CarillonScheduling
import Glibc
import SoundFiles

let count = CommandLine.argc > 1 ? Int(CommandLine.arguments[1]) ?? 0 : 1_000
let first = CommandLine.argc > 2 ? Int(CommandLine.arguments[2]) ?? 0 : 0

let folder = String(cString: mkdtemp(strdup("/tmp/carillon-fuzz-XXXXXX")))
print("folder \(folder)")
let path = "\(folder)/file"

// Those that are refused unseen would teach nothing.
let seeds = Seeds.all(in: folder).filter { (try? Sound(bytes: $0, name: "seed", for: .standard)) != nil }
print("formats \(seeds.count)")
// Where it is read by another program, it would not be written before the end.
fflush(nil)

var report = Report()
for number in first..<(first + count) {
    var mutator = Mutator(number: number)
    let bytes = mutator.mutate(seeds[number % seeds.count], beside: seeds)
    Files.write(bytes, to: path)
    report.load(number, path, bytes, fromMemory: number.isMultiple(of: 3))
}
unlink(path)
rmdir(folder)
print(report.line)
exit(report.isTooLarge ? 1 : 0)
