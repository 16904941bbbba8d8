import Glibc

// A process of its own for measuring threads, descriptors and memory, which other tests in the same process would hide
// or disturb. It prints lines of a name and a number, and the tests check the numbers.
switch CommandLine.arguments.dropFirst().first {
case "rounds": try probeRounds()
case "threads": try probeThreads()
case "reserved": try probeReserved()
case "staying": try probeStaying()
case "memory": try probeMemory()
case "sleep": try probeSleep(error: CommandLine.arguments.last)
case "wrong-thread": try probeWrongThread()
case "wrong-call": try probeWrongCall()
default: exit(2)
}
