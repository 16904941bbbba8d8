/// The place of a recording: that of the program's options, or a temporary file.
enum RecordingDestination: Equatable {
    /// The maximum size of a recording in MiB.
    static let mostMegabytes = 100

    /// A new file.
    case file(String)
    /// The ring in the service's state directory, of a limited size in MiB.
    case ring(megabytes: Int)
    /// A file without a name, which keeps the last 1 MB and ends with the program.
    case temporary

    /// Returns nil if the program does not record.
    init?(_ options: ProgramOptions) throws(UsageError) {
        if options.has("record-ring") {
            self = .ring(megabytes: try Self.megabytes(options["record-ring"] ?? "1"))
        } else if let path = options["record"] {
            self = .file(path)
        } else {
            return nil
        }
    }

    static func megabytes(_ text: String) throws(UsageError) -> Int {
        guard let size = Int(text), (1...mostMegabytes).contains(size) else {
            throw UsageError("--record-ring takes a number of megabytes from 1 to \(mostMegabytes), not \"\(text)\"")
        }
        return size
    }
}
