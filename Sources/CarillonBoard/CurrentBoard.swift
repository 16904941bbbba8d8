import CarillonScheduling

/// The board that the program runs on, for functions that cannot be told one.
///
/// A program has one: the board that `Board.run` has opened, until it ends. A test has its own, as `ofTask`.
package enum CurrentBoard {
    private static let opened = Locked<Board?>(nil)

    /// The board of this task, in place of the program's.
    @TaskLocal package static var ofTask: Board?

    /// Nil before a board is open. May be read from any thread.
    package static var board: Board? { ofTask ?? opened.withLock { $0 } }

    /// Says which board has been opened, or that none is any more.
    package static func set(_ board: Board?) { opened.withLock { $0 = board } }
}
