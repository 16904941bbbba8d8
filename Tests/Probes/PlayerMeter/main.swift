import CarillonAudio
import Glibc

// Measures a player with an MP3 file of an hour, and a microphone, and prints the figures as JSON:
//
//     PlayerMeter start FILE COUNT    milliseconds from a command to its first sound: of the file, and of places in it
//     PlayerMeter stream COUNT        milliseconds from a command to the first sound of a stream on the loopback device
//     PlayerMeter exact FILE COUNT    frames between the places that are asked for and those that are heard
//     PlayerMeter memory FILE         megabytes that playing the file adds to an engine that sounds
//     PlayerMeter cpu FILE SECONDS    CPU time in milliseconds of a second of sound, beside that of mpg123
//     PlayerMeter microphone COUNT    milliseconds from a period of a microphone to the event on the loop's queue

/// Prints the median and the 99th percentile of each list.
func printShares(_ lists: [(String, [Double])]) {
    let fields = lists.flatMap { name, times -> [String] in
        let sorted = times.sorted()
        let last = sorted.count - 1
        return [#""\#(name).p50": \#(sorted[last / 2])"#, #""\#(name).p99": \#(sorted[last * 99 / 100])"#]
    }
    print("{\(fields.joined(separator: ", "))}")
}

let words = Array(CommandLine.arguments.dropFirst())
switch (words.first, words.count) {
case ("start", 3): try StartMeter(words[1]).run(Int(words[2]) ?? 50)
case ("stream", 2): try StartMeter.runStream(Int(words[1]) ?? 50)
case ("exact", 3): try PlaceMeter.run(words[1], Int(words[2]) ?? 20)
case ("memory", 2): try MemoryMeter.run(words[1])
case ("cpu", 3): try ProcessorMeter.run(words[1], seconds: Int(words[2]) ?? 20)
case ("microphone", 2): try MicrophoneMeter.run(Int(words[1]) ?? 100)
default:
    print("PlayerMeter start|exact|cpu FILE COUNT; PlayerMeter memory FILE; PlayerMeter stream|microphone COUNT")
    exit(2)
}
