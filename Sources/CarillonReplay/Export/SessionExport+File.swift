import CLibrary
import CarillonScheduling
import CarillonSession

extension SessionExport.Test {
    /// The reason why the test replays the file, for the comment.
    fileprivate var note: String {
        isInWords
            ? "" : isTooLong ? ", too long for the words of the bench" : ", which the words of the bench cannot express"
    }
}

extension SessionExport {
    /// Returns the file of a test.
    ///
    /// - Parameters:
    ///   - wiring: The wiring, as Swift code: `"counter"`.
    ///   - function: The function that makes the application's controller, as Swift code; by default `makeKitchenPanel`
    ///     for the program `kitchen-panel`. The reader of the test corrects the name if it is another one.
    ///   - path: The path of the session.
    package func file(wiring: String, function: String? = nil, path: String) throws -> (text: String, test: Test) {
        let header = session.header
        let words = header.program.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let test = try test(
            wiring: wiring, function: function ?? SwiftText.identifier("make\(words.joined())"), file: path)
        let module = SwiftText.identifier(header.program)
        let name = module.prefix(1).uppercased() + module.dropFirst()
        let length = Duration.milliseconds(end.wholeNanoseconds / 1_000_000)
        let origin = "A session of \(length), recorded by \(header.program.printable) on \(header.board.printable)"
        let text = """
            \("import CarillonTest")
            \("import Testing")

            @testable import \(module)

            /// \(origin)\(test.note).
            @Suite struct \(name)SessionTests {
                @Test func sessionEndsAsRecorded() throws {
            \(test.lines.map { "        \($0)\n" }.joined())    }
            }

            """
        return (text, test)
    }
}
