import CarillonBoard
import CarillonDevices
import CarillonGPIO
import CarillonRealTime
import CarillonScheduling
import CarillonSession
import MobiusCore

/// The recording of a board's session in a file.
struct SessionRecording: Sendable {
    private let recording: Recording
    private let writer: SessionWriter

    /// Begins a recording.
    ///
    /// - Parameters:
    ///   - place: The place of the file.
    ///   - wiring: The wiring as placed on the board.
    ///   - wiringPath: The file of the wiring.
    ///   - board: The board.
    ///   - chip: The board's chip.
    ///   - queue: The board's queue.
    ///   - console: Shows the first error of the file.
    /// - Throws: `SessionError` or `StateFileError`, or `RealTimeError` if the system cannot start a thread.
    init(
        at place: SessionPlace, wiring: Wiring, wiringPath: String, of board: BoardDescription, chip: any GPIOChip,
        queue: RealTimeQueue, console: Console
    ) throws {
        var header = Session.Header(of: wiring, on: queue)
        (header.program, header.board) = (console.program, board.name)
        writer = try SessionWriter(header.completed(wiringPath: wiringPath), to: place) { error in
            queue.async { console.failure("\(error)") }
        }
        recording = Recording(header, chip: chip, queue: queue, wiring: wiring, record: writer.append)
    }

    /// The chip that the board uses instead of its own.
    var chip: any GPIOChip { recording.chip }
    /// The queue that the board uses instead of its own.
    var queue: any Scheduler { recording.queue }
    /// The random numbers of the board.
    var random: RandomNumbers { recording.random }
    /// The path of the file; nil if it ends with the program.
    var path: String? { writer.isTemporary ? nil : writer.path }

    /// Records the story of a loop that has not been started.
    func follow<Model, Event, Effect>(_ controller: MobiusController<Model, Event, Effect>) {
        let story = StoryRecorder<Model, Event, Effect>(on: queue)
        controller.addMonitor(story)
        writer.follow(story.next)
    }

    /// Returns the session so far, as the bytes of a file. Reads the disk, so do not call it on the board's queue.
    func contents() throws -> [UInt8] { try writer.contents() }

    /// Takes no more inputs. Call on the board's queue, before the loop is stopped.
    func finish() { recording.queue.finish() }

    /// Writes and flushes everything. Call on the board's queue.
    func close() { writer.close() }

    /// Ends the recording of a program that could not start, and removes its file.
    func discard() { writer.discard() }
}
