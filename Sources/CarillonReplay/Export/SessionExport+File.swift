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
    ///   - source: The text of the source file that calls `Board.run`.
    ///   - path: The path of the session.
    package func file(wiring: String, source: String, path: String) throws -> (text: String, test: Test) {
        let header = session.header
        let test = try test(
            wiring: wiring, function: Self.function(in: source) ?? "makeApplication", file: path)
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
                @Test func theSessionEndsAsRecorded() throws {
            \(test.lines.map { "        \($0)\n" }.joined())    }
            }

            """
        return (text, test)
    }

    /// Returns the function that `Board.run` receives, as Swift code; nil if the source has no such call in one line.
    static func function(in source: String) -> String? {
        let call = "Board.run(wiring: \""
        for line in source.split(separator: "\n") where line.hasPrefix(call) {
            let rest = line.dropFirst(call.count).drop { $0 != "\"" }.dropFirst()
            if rest.hasPrefix(", ") { return String(rest.dropFirst(2).dropLast()) }
            if rest.hasPrefix(") {") { return String(rest.dropFirst(2)) }
        }
        return nil
    }
}
