import CLibrary
import CarillonScheduling

extension SessionExport.Test {
    /// The reason why the test replays the file, for the comment.
    fileprivate var note: String { reason.map { ". The test replays it: \($0)" } ?? "" }
}

extension SessionExport {
    /// Returns the file of a test.
    ///
    /// - Parameters:
    ///   - wiring: The wiring, as Swift code: `"counter"`.
    ///   - module: The program's module. The name of its program may be another one: `kitchen-panel` of `KitchenPanel`. The
    ///     test calls `makeKitchenPanel`; its reader corrects the name if the function has another one.
    ///   - path: The path of the session.
    package func file(wiring: String, module: String, path: String) throws -> (text: String, test: Test) {
        let header = session.header
        let name = module.prefix(1).uppercased() + module.dropFirst()
        let test = try test(wiring: wiring, function: "make\(name)", file: path)
        let origin = "A session of \(end.inWords), recorded by \(header.program.printable) on \(header.board.printable)"
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
