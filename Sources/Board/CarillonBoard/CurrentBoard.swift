import CarillonScheduling

/// The board that the program runs on, for functions that have no board parameter.
///
/// A program has a single board: the one that `Board.run` has opened, until the program ends. A test has its own in
/// `ofTask`.
package enum CurrentBoard {
    private static let opened = Locked<Board?>(nil)

    /// The board of this task, instead of the program's.
    @TaskLocal package static var ofTask: Board?

    /// Nil before a board is open. May be read from any thread.
    package static var board: Board? { ofTask ?? opened.withLock { $0 } }

    /// Sets the program's board; nil after it has been closed.
    package static func set(_ board: Board?) { opened.withLock { $0 = board } }
}
