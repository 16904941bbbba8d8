import CarillonGPIO
import Testing

@testable import CarillonDevices

/// The keys that are down. Readings are written as in sessions, presses as the key after `+`, `*` or `-`.
@Suite struct KeyStateTests {
    @Test(arguments: [
        (["+KEY_1", "*KEY_1", "-KEY_1"], ["+KEY_1", "*KEY_1", "-KEY_1"]),
        (["+KEY_1", "+KEY_2", "-KEY_1", "-KEY_2"], ["+KEY_1", "+KEY_2", "-KEY_1", "-KEY_2"]),
        // A press that began earlier is not reported, neither is its end.
        (["*KEY_1", "-KEY_1"], []),
        (["+KEY_1", "+KEY_1"], ["+KEY_1"]),
        // After a loss, the keys that are down are known.
        (["+KEY_1", "=KEY_2", "-KEY_2"], ["+KEY_1", "-KEY_1", "+KEY_2", "-KEY_2"]),
        (["+KEY_1", "="], ["+KEY_1", "-KEY_1"]),
        // A device that goes away releases its keys.
        (["+KEY_1", "+KEY_2", "absent", "present", "-KEY_1"], ["+KEY_1", "+KEY_2", "-KEY_1", "-KEY_2"]),
    ])
    func readingsArePresses(readings: [String], presses: [String]) throws {
        var state = KeyState()
        var found: [String] = []
        for text in readings {
            let reading = try #require(KeyReading(text))
            #expect(reading.description == text)
            for press in state.take(reading) {
                let sign = [.pressed: "+", .repeated: "*", .released: "-"][press.action] ?? "?"
                found.append(sign + press.key.name)
            }
        }
        #expect(found == presses)
    }

    @Test(arguments: ["", "+", "+KEY_ONE", "KEY_1", "=KEY_1 x", "+KEY_1 KEY_2", "away"])
    func damagedReadingIsNone(text: String) { #expect(KeyReading(text) == nil) }
}

/// The lines that a reader types.
@Suite struct TypedLineTests {
    private var line = TypedLine()

    @Test mutating func charactersUpToEnterAreALine() {
        type("0012345678", at: .zero)
        #expect(line.end(at: .milliseconds(20)) == "0012345678")
        #expect(line.end(at: .milliseconds(30)) == nil)
    }

    @Test mutating func restOfALineIsNotTheBeginningOfTheNextOne() {
        type("001", at: .zero)
        type("42", at: .milliseconds(1001))
        #expect(line.end(at: .milliseconds(1002)) == "42")
    }

    @Test mutating func lineWithALostPartIsDiscarded() {
        type("001", at: .zero)
        line.loseCharacters()
        type("42", at: .milliseconds(1))
        #expect(line.end(at: .milliseconds(2)) == nil)
        type("43", at: .milliseconds(3))
        #expect(line.end(at: .milliseconds(4)) == "43")
    }

    @Test mutating func endlessLineIsDiscarded() {
        type(String(repeating: "x", count: 4297), at: .zero)
        #expect(line.end(at: .zero) == nil)
    }

    private mutating func type(_ text: String, at time: Duration) {
        for character in text { line.type(character, at: time) }
    }
}
