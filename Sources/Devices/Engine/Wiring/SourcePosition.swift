/// A position in a file, written as compilers do: `counter.yaml:7:12`.
public struct SourcePosition: Equatable, Sendable, CustomStringConvertible {
    /// The file's name, as passed to the reader.
    public let file: String
    /// The line, from 1; 0 stands for the whole file.
    public let line: Int
    /// The column in characters, from 1.
    public let column: Int

    package init(file: String, line: Int = 0, column: Int = 0) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The file, line and column, separated by colons; only the file if `line` is 0.
    public var description: String { line == 0 ? file : "\(file):\(line):\(column)" }
}

/// A mistake in the description of a board or a wiring, with its position.
public struct DescriptionError: Error, Equatable, CustomStringConvertible {
    /// The position of the mistake.
    public let position: SourcePosition
    /// The description of the mistake and of its remedy.
    public let message: String

    package init(position: SourcePosition, message: String) {
        self.position = position
        self.message = message
    }

    /// The position and the message, as compilers write them: `counter.yaml:7:12: message`.
    public var description: String { "\(position): \(message)" }
}
