import CarillonGPIO
import CarillonScheduling
import CarillonSession
import TestSupport
import Testing

/// The bytes of a session are exact and few, and no bytes stop the program.
@Suite struct SessionBytesTests {
    private let start = Duration.seconds(1234)

    /// Each kind of input, with numbers small and large.
    private static let inputs: [Session.Input] = [
        .edge(line: 0, .active, time: .milliseconds(1_234_001), missed: 0),
        .edge(line: 6, .inactive, time: .milliseconds(1_234_100), missed: 3),
        .edge(line: 40, .active, time: .zero, missed: 0), .reading(line: 2, number: 700, .active),
        .reading(line: 2, number: 701, .inactive), .reading(line: 0, number: 1, nil), .failure(line: 9, isGone: true),
        .failure(line: 9, isGone: false), .presence(observer: 1, true), .presence(observer: 2, false),
        .timer(70, missed: 0), .timer(12, missed: 14), .timer(100_000, missed: 15), .timer(3, missed: 1_000_000),
        .call(run: 0), .call(run: 15), .work(run: 14), .work(run: 900), .workTimer(run: 20, number: 3, missed: 8),
        .event(loop: 1, run: 17, value: Array("{\"answered\":4}".utf8)), .event(loop: 2, run: 0, value: []),
        .soundEnd(300, 4), .soundRefused(8), .gap(12),
        .command(path: "relay/door", payload: "ON"), .command(path: "", payload: ""),
        .memory([123, 125]),
    ]

    private func encoded(_ entries: [Session.Entry]) -> [UInt8] {
        var encoder = SessionEncoder(start: start)
        for entry in entries { encoder.append(entry) }
        return encoder.bytes
    }

    private var entries: [Session.Entry] {
        Self.inputs.enumerated().map { index, input in
            Session.Entry(time: start + .microseconds(1700 * index * index * index), input)
        }
    }

    @Test func decodedEntriesEqualTheEncodedOnes() {
        var decoder = SessionDecoder(encoded(entries), start: start)
        expectEqual(decoder.entries(), entries)
        #expect(decoder.isAtEnd)
    }

    @Test func completeEntriesOfTruncatedBytesAreDecoded() {
        let bytes = encoded(entries)
        for count in bytes.indices {
            var decoder = SessionDecoder(bytes[..<count], start: start)
            let whole = decoder.entries()
            expectEqual(whole, Array(entries.prefix(whole.count)))
            #expect(encoded(whole).count <= count)
        }
    }

    @Test func randomBytesAreDecodedToTheirEnd() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<10_000 {
            let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            var decoder = SessionDecoder(bytes, start: .nanoseconds(Int64.random(in: .min ... .max, using: &random)))
            #expect(decoder.entries().count <= bytes.count)
        }
    }

    /// Nothing that counts with the numbers of a session overflows.
    @Test(arguments: [
        Session.Input.edge(line: .max, .active, time: .zero, missed: 0), .reading(line: .max, number: 1, .active),
        .edge(line: 1, .active, time: .zero, missed: 1 << 32), .timer(1, missed: 1 << 32), .timer(.max, missed: 0),
        .workTimer(run: 1, number: 1, missed: .max), .event(loop: 1, run: .max, value: []), .gap(.max),
    ])
    func entriesWithImpossibleNumbersAreNotDecoded(input: Session.Input) {
        var decoder = SessionDecoder(encoded([Session.Entry(time: start, input)]), start: start)
        #expect(decoder.entries().isEmpty)
        #expect(!decoder.isAtEnd)
    }

    @Test func pressWithItsTimersIsEncodedInFewBytes() {
        // A press of 150 ms each second: two edges, read 60 us later, and the two ends of the debounce time.
        var entries: [Session.Entry] = []
        for press in 0..<100 {
            let time = start + .seconds(press)
            for (index, level) in [Level.active, .inactive].enumerated() {
                let edge = time + .microseconds(150_321 * index)
                let input = Session.Input.edge(line: 3, level, time: edge, missed: 0)
                entries.append(Session.Entry(time: edge + .nanoseconds(60_123), input))
                entries.append(
                    Session.Entry(time: edge + .microseconds(20_055), .timer(10 + press * 2 + index, missed: 0)))
            }
        }
        #expect(encoded(entries).count <= entries.count * 8)
    }
}
