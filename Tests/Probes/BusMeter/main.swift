import CLibrary
import CarillonDevices
import CarillonRealTime
import CarillonScheduling

// Measures devices on buses with their real code, from the model's view to the bytes of the transfers. The kernel's part of a
// transfer is left out: the bus only counts the bytes. It prints lines of a name and numbers:
//
//     BusMeter display|strip|pulse|analog|screen SECONDS     the CPU time, in percent of a core
//     BusMeter step|hand STEPS   the nanoseconds of a knob's step in a list: of the queue's work, and until the first byte. A screen
//                                draws the list, or the program does by hand
//     BusMeter hanging ROUNDS    the nanoseconds from a press to the LED beside a display whose bus hangs, and without it

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 2, let count = Int(words[1]), count > 0 else { exit(2) }
switch words[0] {
case "display": try BusLoad.display.measure(seconds: count)
case "strip": try BusLoad.strip.measure(seconds: count)
case "pulse": try BusLoad.pulse.measure(seconds: count)
case "analog": try BusLoad.analog.measure(seconds: count)
case "screen": try BusLoad.screen.measure(seconds: count)
case "step", "hand": try ScreenStep(rawValue: words[0])?.measure(steps: count)
case "hanging": try HangingBus.measure(rounds: count)
default: exit(2)
}
