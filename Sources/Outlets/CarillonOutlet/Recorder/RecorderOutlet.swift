import CarillonBoard
import CarillonRealTime
import CarillonSession
import Glibc
import MobiusCore

/// The recording of a board's session in a file: at the place that the user has named, or in a temporary file for another
/// outlet.
package final class RecorderOutlet: Outlet {
    // The program replays and exports a session itself, without outlets.
    package static let options = [
        ProgramOption(
            "record", .required("FILE"), excludes: ["record-ring", "replay", "export"],
            help: """
                record the session in a new file: what the inputs, the
                timers and other threads do, and when. carillon session
                reads recordings
                """),
        ProgramOption(
            "record-ring", .optional("MB"), excludes: ["record", "replay", "export"],
            help: """
                keep the last megabytes of the sessions of a service, by
                default 1, at most 100, in its state directory
                """),
        ProgramOption(
            "replay", .required("FILE"), excludes: ["record", "record-ring", "export"],
            help: """
                replay a recorded session on a simulated board, as fast as
                possible; reports the first difference, with status 1
                """),
        ProgramOption(
            "export", .required("FILE"), excludes: ["record", "record-ring", "replay"],
            help: "write a recorded session as a test in the words of the bench"),
    ]

    private let program: Program
    private let place: RecordingDestination?
    private let running = Locked<(recording: Recording, writer: SessionWriter)?>(nil)

    /// - Throws: `UsageError`.
    package init(_ program: Program) throws {
        self.program = program
        place = try RecordingDestination(program.options)
    }

    /// Begins a recording. The board then uses the queue, the chip and the random numbers of the recording.
    ///
    /// - Throws: `SessionError` or `StateFileError`, or `RealTimeError` if the system cannot start a thread.
    package func prepare(_ parts: inout BoardParts) throws {
        guard let place = place ?? (parts.needsSession ? .temporary : nil) else { return }
        var header = Session.Header(of: parts.wiring, on: parts.base)
        (header.program, header.board) = (program.name, parts.description.name)
        let writer = try SessionWriter(
            header.completed(wiringPath: program.wiringPath), to: place
        ) { [program, queue = parts.base] error in
            queue.async { program.failure("\(error)") }
        }
        let recording = Recording(
            header, chip: parts.inputs.chip, queue: parts.base, wiring: parts.wiring, record: writer.append)
        parts.inputs = recording.inputs
        running.withLock { $0 = (recording, writer) }
    }

    /// Records the event log of the loop.
    package func open<Model, Event, Effect>(
        _ opened: OpenedBoard, _ controller: MobiusController<Model, Event, Effect>
    ) throws {
        guard let (recording, writer) = running.withLock({ $0 }) else { return }
        let eventLog = EventLogRecorder<Model, Event, Effect>(on: recording.queue)
        controller.addMonitor(eventLog)
        writer.follow(eventLog.next)
        _ = opened.board.attachments.object { [path] in OpenSession(path: path) { try writer.contents() } }
    }

    package func start() { if let path { program.notice("recording in \(path)", .info) } }

    package func close() { recording?.queue.finish() }

    package func finish() { writer?.close() }

    package func abandon() { writer?.discard() }

    private var recording: Recording? { running.withLock { $0?.recording } }
    private var writer: SessionWriter? { running.withLock { $0?.writer } }

    /// The path of the file; nil if it ends with the program.
    private var path: String? { writer.flatMap { $0.isTemporary ? nil : $0.path } }
}

extension Session.Header {
    /// Returns the header with the time, the date of the program's file, and the text of the wiring's file.
    ///
    /// - Throws: `SessionError.unreadable`.
    func completed(wiringPath: String) throws(SessionError) -> Session.Header {
        var header = self
        header.wallClock = Int64(time(nil))
        if let date = Program.date { header.version = date }
        header.wiring = wiringPath.split(separator: "/").last.map(String.init) ?? wiringPath
        do throws(FileContents.Failure) {
            // The file has been read as a wiring, so it is small.
            header.wiringText = String(decoding: try FileContents.read(wiringPath, limit: .max - 1), as: UTF8.self)
        } catch {
            throw .unreadable(path: wiringPath, reason: error.description)
        }
        return header
    }
}
