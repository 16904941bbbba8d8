import MobiusCore
import MobiusExtras
import TestSupport
import Testing

@Suite struct MapTests {
    private let outputs = Recorder<String>()
    private let inputs = Recorder<String>()

    /// A connectable that sends the length of each text, and records "disposed" when it is disposed.
    private var lengths: AnyConnectable<String, Int> {
        AnyConnectable { [inputs] consumer in
            Connection(
                acceptClosure: { text in
                    inputs.append(text)
                    consumer(text.count)
                },
                disposeClosure: { inputs.append("disposed") })
        }
    }

    @Test func mapTransformsTheOutputs() {
        let connection = lengths.map { length in "length \(length)" }.connect(outputs.append)
        connection.accept("abc")
        connection.dispose()
        expectEqual(outputs.values, ["length 3"])
        expectEqual(inputs.values, ["abc", "disposed"])
    }

    @Test func contramapTransformsTheInputs() {
        let connection = lengths.contramap { (number: Int) in "\(number)" }.map(String.init).connect(outputs.append)
        connection.accept(1234)
        connection.dispose()
        expectEqual(outputs.values, ["4"])
        expectEqual(inputs.values, ["1234", "disposed"])
    }

    @Test func mappedConnectableMayBeConnectedSeveralTimes() {
        let mapped = lengths.map { $0 * 2 }
        let first = mapped.connect { [outputs] in outputs.append("first \($0)") }
        let second = mapped.connect { [outputs] in outputs.append("second \($0)") }
        second.accept("a")
        first.dispose()
        second.accept("ab")
        expectEqual(outputs.values, ["second 2", "second 4"])
    }

    @Test func loopUsesTheMappedHandlerOfAPart() {
        enum Event: Equatable { case measured(Int) }
        let loop = Mobius.loop(
            update: { (_: Int, event: Event) in
                switch event {
                case .measured(let length): Next<Int, String>.next(length)
                }
            },
            effectHandler: lengths.map(Event.measured)
        ).start(from: 0, effects: ["four"])
        expectEqual(loop.latestModel, 4)
    }

    @Test func mapChangesTheEventsOfAnEventSource() {
        let numbers = AnyEventSource<Int> { [inputs] consumer in
            for number in 1...3 { consumer(number) }
            return AnonymousDisposable { inputs.append("disposed") }
        }
        let subscription = numbers.map { number in "number \(number)" }.subscribe(consumer: outputs.append)
        expectEqual(outputs.values, ["number 1", "number 2", "number 3"])
        #expect(inputs.values.isEmpty)
        subscription.dispose()
        expectEqual(inputs.values, ["disposed"])
    }
}
