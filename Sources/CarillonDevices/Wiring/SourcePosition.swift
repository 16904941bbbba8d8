/// A place in a file, as compilers write it: `counter.yaml:7:12`.
public struct SourcePosition: Equatable, Sendable, CustomStringConvertible {
    /// The file's name as it was given.
    public let file: String
    /// The line; the first is 1, and 0 stands for the file as a whole.
    public let line: Int
    /// The column in characters; the first is 1.
    public let column: Int

    package init(file: String, line: Int = 0, column: Int = 0) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The file, the line and the column, with colons between them.
    public var description: String { line == 0 ? file : "\(file):\(line):\(column)" }
}

/// What is wrong in the description of a board or a wiring, and where.
public struct DescriptionError: Error, Equatable, CustomStringConvertible {
    /// Where it is.
    public let position: SourcePosition
    /// What it is, and what to do.
    public let message: String

    package init(position: SourcePosition, message: String) {
        self.position = position
        self.message = message
    }

    /// Both, as compilers write it.
    public var description: String { "\(position): \(message)" }
}
