import Testing

@testable import CarillonAppliance

@Suite struct ConsoleTests {
    /// A command from the network could write a line of its own into the log, or control the terminal.
    @Test func noticeIsOneLineWithoutControlCharacters() {
        #expect("ignored \"\r\ncounter: ready\"\n\nof a box".asOneLine == "ignored \" counter: ready\" of a box")
        #expect("\u{1B}[31mred\u{9B}0m\0\t°C\r".asOneLine == "?[31mred?0m??°C")
    }
}
