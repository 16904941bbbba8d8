import CarillonDevices
import CarillonGPIO
import TestSupport
import Testing

@testable import CarillonAppliance

@Suite struct ConsoleTests {
    /// A command from the network could write a line of its own into the log, or control the terminal.
    @Test func noticeIsOneLineWithoutControlCharacters() {
        expectEqual("ignored \"\r\ncounter: ready\"\n\nof a box".asOneLine, "ignored \" counter: ready\" of a box")
        expectEqual("\u{1B}[31mred\u{9B}0m\0\t°C\r".asOneLine, "?[31mred?0m??°C")
    }

    @Test func repeatedErrorDoesNotSuppressOtherErrors() {
        var limits = ErrorLimits()
        func report(_ chip: String) -> Bool {
            limits.decide(GPIOError.chipGone(label: chip), at: .seconds(1)) == .report
        }
        #expect((1...1000).filter { _ in report("relays") }.count == 20)
        #expect(report("lamps"))
    }

    /// A client of the page chooses the names of the sounds that it asks for.
    @Test func reportsOfManyErrorsAreLimited() {
        var limits = ErrorLimits()
        func count(_ numbers: Range<Int>, at time: Duration) -> Int {
            numbers.filter { number in
                let error = BoardError.unknownDevice(kind: "sound", name: "\(number)", known: [])
                return limits.decide(error, at: time) == .report
            }.count
        }
        expectEqual(count(0..<60_000, at: .seconds(1)), 36)
        expectEqual(limits.decide(GPIOError.chipGone(label: "relays"), at: .seconds(2)), .report)
        expectEqual(count(0..<60_000, at: .seconds(62)), 36)
    }
}
