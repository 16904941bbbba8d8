import CarillonGPIO
import TestSupport
import Testing

@testable import LinuxGPIO

/// The kernel's events of a device with keys. An event is a letter: d, r and u for a key that goes down, is repeated and goes
/// up; D for SYN_DROPPED, S for SYN_REPORT, m for another type. A step is a letter, too: ? asks for the keys that are down.
@Suite struct KeyEventsTests {
    @Test(arguments: [
        ("dSuS", "du"), ("dSrSrSuS", "drru"), ("mdSmuS", "du"),
        // The keys are asked for after the rest of the report.
        ("dSDuSuS", "d?u"), ("DddSdS", "?d"), ("DSDS", "??"),
    ])
    func eventsAreDecodedAsChangesOfKeys(events: String, steps: String) {
        var decoder = KeyEvents()
        let found = events.compactMap { event in
            switch event {
            case "d": decoder.take(type: 1, code: 2, value: 1)
            case "r": decoder.take(type: 1, code: 2, value: 2)
            case "u": decoder.take(type: 1, code: 2, value: 0)
            case "D": decoder.take(type: 0, code: 3, value: 0)
            case "S": decoder.take(type: 0, code: 0, value: 0)
            default: decoder.take(type: 4, code: 4, value: 30)
            }
        }
        let one = KeyCode(2)
        let letters: [(KeyEvents.Step, Character)] = [
            (.change(.down(one)), "d"), (.change(.repeated(one)), "r"), (.change(.up(one)), "u"), (.ask, "?"),
        ]
        expectEqual(String(found.compactMap { step in letters.first { $0.0 == step }?.1 }), steps)
    }
}
