import Glibc

// A process of its own for what would be hidden or disturbed by other tests in the same one: its threads, descriptors
// and memory. It prints what it finds as lines of a name and a number; the tests say what is right.
switch CommandLine.arguments.dropFirst().first {
case "rounds": try probeRounds()
case "threads": try probeThreads()
case "reserved": try probeReserved()
case "memory": try probeMemory()
case "wrong-thread": try probeWrongThread()
default: exit(2)
}
